// SPDX-License-Identifier: MIT
// What the files of gestalt-ranks share: the communicator of the team.
#ifndef TEAM_RANKS_H
#define TEAM_RANKS_H

#include <mpi.h>

/// Return the communicator of the ranks that carry out the command.
MPI_Comm team_communicator(void);

#endif
