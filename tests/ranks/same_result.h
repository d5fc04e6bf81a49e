// SPDX-License-Identifier: MIT
// What all ranks must have in common after a call.
#ifndef SAME_RESULT_H
#define SAME_RESULT_H

#include <gestalt/base.h>
#include <mpi.h>
#include <string.h>

/// Return whether this rank has the result of rank 0, and the same message if it is an error. All
/// ranks call this together.
static inline bool is_same_everywhere(gestalt_result result, const gestalt_error *error)
{
    gestalt_error first = *error;
    int code = (int)result;
    MPI_Bcast(&first, sizeof first, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Bcast(&code, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return code == (int)result &&
           (result == GESTALT_OK || strcmp(first.message, error->message) == 0);
}

#endif
