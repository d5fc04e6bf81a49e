// SPDX-License-Identifier: MIT
#include "verify.h"

#include "error.h"

gestalt_result shape_verify(gestalt_shape *shape, gestalt_error *error)
{
    if (shape->size < sizeof(image_header))
        return error_set(error, GESTALT_BAD_FILE, shape->size, "too short");
    shape_set_pointers(shape);
    return GESTALT_OK;
}
