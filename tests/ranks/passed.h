// SPDX-License-Identifier: MIT
// Results of tests under mpirun, as TAP.
#ifndef PASSED_H
#define PASSED_H

#include <mpi.h>
#include <stdio.h>

/// Print the result of a test, on rank 0; NULL: all are done. A failed check has ended the job
/// before.
static inline void passed(const char *name)
{
    static int number;
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && name)
        printf("ok %d - %s\n", ++number, name);
    else if (rank == 0)
        printf("1..%d\n", number);
    fflush(stdout);
}

#endif
