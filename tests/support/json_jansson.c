// SPDX-License-Identifier: MIT
#include "json_oracle.h"

#include <inttypes.h>
#include <jansson.h>
#include <string.h>

static void dump_string(const char *string, size_t size, FILE *out)
{
    fprintf(out, "s%zu:", size);
    fwrite(string, 1, size, out);
}

static void dump(json_t *value, FILE *out)
{
    size_t index;
    const char *key;
    json_t *item;
    double number = json_real_value(value);
    uint64_t bits;
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        fputc('{', out);
        json_object_foreach(value, key, item)
        {
            dump_string(key, strlen(key), out);
            dump(item, out);
        }
        fputc('}', out);
        break;
    case JSON_ARRAY:
        fputc('[', out);
        json_array_foreach(value, index, item) dump(item, out);
        fputc(']', out);
        break;
    case JSON_STRING: dump_string(json_string_value(value), json_string_length(value), out); break;
    case JSON_INTEGER: fputs("integer", out); break;
    case JSON_REAL:
        memcpy(&bits, &number, sizeof bits);
        fprintf(out, "n%016" PRIx64, bits);
        break;
    case JSON_TRUE: fputc('t', out); break;
    case JSON_FALSE: fputc('f', out); break;
    case JSON_NULL: fputc('0', out); break;
    }
}

bool json_jansson_dump(const char *text, size_t size, bool reject_duplicates, FILE *out)
{
    size_t flags = JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL;
    json_t *value =
        json_loadb(text, size, flags | (reject_duplicates ? JSON_REJECT_DUPLICATES : 0), NULL);
    if (!value)
        return false;
    if (out)
        dump(value, out);
    json_decref(value);
    return true;
}
