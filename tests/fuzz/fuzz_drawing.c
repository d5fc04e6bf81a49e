// SPDX-License-Identifier: MIT
// Damaged recordings in all forms of `gestalt export` and `gestalt plot`. Each is refused with a
// message, or the output is valid JSON, a picture or a page, without NaN and infinity. The first
// byte of the input chooses a recording, the second a form, the rest describes the damage
// (damage.h).
#include "accepted.h"
#include "damage.h"
#include "in_process.h"
#include "json.h"
#include "record_bytes.h"
#include "recordings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef enum form_kind { FORM_TEXT, FORM_JSON, FORM_JSON_LINES, FORM_SVG, FORM_PAGE } form_kind;

static const struct {
    form_kind kind;
    const char *line;
} forms[] = {
    {FORM_TEXT, "export r.gsr"},
    {FORM_JSON_LINES, "export r.gsr --as=jsonl"},
    {FORM_JSON, "export r.gsr --as=info"},
    {FORM_TEXT, "export r.gsr --lights"},
    {FORM_JSON_LINES, "export r.gsr --lights --as=jsonl"},
    {FORM_TEXT, "export r.gsr --agents=0,2-4,17 --from=1 --every=2 --columns=y,x"},
    {FORM_SVG, "plot r.gsr"},
    {FORM_SVG, "plot r.gsr --frame=2"},
    {FORM_SVG, "plot r.gsr --over-time=agents"},
    {FORM_SVG, "plot r.gsr --over-time=x --agents=1-3"},
    {FORM_SVG, "plot r.gsr --color-by=y --from=2 --title=<&\">"},
    {FORM_SVG, "plot r.gsr --frame=3 --color-by=x"},
    {FORM_SVG, "plot r.gsr --over-time=node"},
    {FORM_SVG, "plot r.gsr --frame=1 --window=0,0,60,40.5"},
    {FORM_PAGE, "plot r.gsr --as=html"},
    {FORM_PAGE, "plot r.gsr --as=html --every=2 --agents=0-9"},
    {FORM_TEXT, "export r.gsr --trees"},
    {FORM_JSON_LINES, "export r.gsr --nodes --as=jsonl"},
    {FORM_TEXT, "export r.gsr --watched"},
    {FORM_JSON, "export r.gsr --trees --as=info"},
    {FORM_SVG, "plot r.gsr --trees"},
    {FORM_PAGE, "plot r.gsr --trees --as=html --agents=1-4"},
};
enum { FORMS = sizeof forms / sizeof *forms, SMALL = 1 << 20 };

static void check(bool holds, const char *what, const char *line)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz_drawing: %s: %s\n", line, what);
    abort();
}

static void check_json(const char *text, size_t size, const char *line)
{
    gestalt_allocator allocator = memory_allocator(NULL);
    json_document document;
    json_error error;
    check(json_read(text, size, (json_limits){0}, &allocator, &document, &error), "no JSON", line);
    json_destroy(&document, &allocator);
}

static void check_json_lines(const char *text, const char *line)
{
    for (const char *end; *text; text = end + 1) {
        end = strchr(text, '\n');
        check(end, "the last line does not end", line);
        check_json(text, (size_t)(end - text), line);
    }
}

// Return whether a path or attribute contains the word for NaN or infinity.
static bool has_no_number(const char *text)
{
    static const char *const wrong[] = {
        "=\"nan", "=\"-nan", "=\"inf", "=\"-inf", "Lnan",
        "L-nan",  "Mnan",    "M-nan",  "L-9223",  "-9223372036854775808"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (strstr(text, wrong[i]))
            return true;
    return false;
}

static void check_svg(const in_process_said *s, const char *line)
{
    static const char end[] = "</svg>\n";
    check(s->data_size > sizeof end && strcmp(s->data + s->data_size - (sizeof end - 1), end) == 0,
          "no whole picture", line);
    check(!has_no_number(s->data), "a number that is none", line);
}

// Return whether something was drawn.
static bool draw(unsigned form)
{
    const char *line = forms[form].line;
    in_process_said s = in_process_run_line(line);
    check(s.code == EXIT_FINE || s.code == EXIT_REJECTED || s.code == EXIT_USAGE ||
              s.code == EXIT_LIMIT,
          s.messages, line);
    check(s.code == EXIT_FINE || s.messages_size > 0, "refused without a word", line);
    if (s.code != EXIT_FINE || s.data_size > SMALL)
        return s.code == EXIT_FINE;
    switch (forms[form].kind) {
    case FORM_JSON: check_json(s.data, s.data_size, line); break;
    case FORM_JSON_LINES: check_json_lines(s.data, line); break;
    case FORM_SVG: check_svg(&s, line); break;
    default: check(s.data_size > 0, "nothing", line); break;
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    byte_buffer b = damaged(recording_at(data[0]), data + 2, size - 2, NULL);
    repair_recording(b.bytes, b.size);
    in_process_enter();
    in_process_write("r.gsr", b.bytes, b.size);
    accepted(draw(data[1] % FORMS));
    free(b.bytes);
    return 0;
}
