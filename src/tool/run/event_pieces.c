// SPDX-License-Identifier: MIT
#include "event_pieces.h"

#include "array.h"
#include "error.h"

void pieces_start(event_pieces *p)
{
    *p = (event_pieces){.allocator = memory_allocator(NULL)};
    text_start(&p->out, text_buffer_writer(&p->text), false);
}

void pieces_release(event_pieces *p)
{
    ARRAY_RELEASE(&p->allocator, p->list, p->room);
    text_buffer_release(&p->text);
}

void pieces_begin(event_pieces *p, event_section section, uint64_t number)
{
    if (!ARRAY_RESERVE(&p->allocator, p->list, p->room, p->count + 1)) {
        p->is_out_of_memory = true;
        return;
    }
    p->list[p->count++] = (event_piece){{section, number}, p->text.size + p->out.used};
}

void pieces_cut(event_pieces *p, event_section section)
{
    text_finish(&p->out);
    while (p->count > 0 && p->list[p->count - 1].key[0] >= section)
        p->text.size = p->list[--p->count].begin;
}

static bool pieces_next(void *user, uint64_t key[2])
{
    event_pieces *p = user;
    if (p->next == p->count)
        return false;
    key[0] = p->list[p->next].key[0];
    key[1] = p->list[p->next++].key[1];
    return true;
}

static gestalt_result pieces_put(void *user, text_out *out, gestalt_error *error)
{
    const event_pieces *p = user;
    (void)error;
    size_t begin = p->list[p->next - 1].begin;
    size_t end = p->next < p->count ? p->list[p->next].begin : p->text.size;
    if (end > begin)
        text_write(out, p->text.bytes + begin, end - begin);
    return GESTALT_OK;
}

gestalt_result pieces_write(event_pieces *p, text_out *out, gestalt_error *error)
{
    const team_lines lines = {p, pieces_next, pieces_put};
    bool is_well = text_finish(&p->out) && !p->is_out_of_memory;
    gestalt_result result = is_well ? GESTALT_OK : error_no_memory(error);
    result = team_agree_result(result, error);
    p->next = 0;
    if (result == GESTALT_OK)
        result = team_write_lines(out, &lines, error);
    pieces_cut(p, EVENT_EDITS);
    return result;
}
