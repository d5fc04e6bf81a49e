#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs a program under mpirun, with more ranks than processors if need be: run.sh RANKS PROGRAM [ARGUMENT...]
#
# Without mpirun the tests are skipped with a message; where CI is set, that is a failure.
set -euo pipefail
ranks=$1
shift
if ! command -v mpirun >/dev/null; then
    if [ -n "${CI:-}" ]; then
        printf 'not ok 1 - ranks\n# there is no mpirun\n1..1\n'
        exit 1
    fi
    echo "1..0 # SKIP there is no mpirun: ./dev ranks gets it"
    exit 0
fi
# Idle ranks yield the processor. Open MPI leaks memory, so leaks are not reported.
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl=self,vader
export OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_hwloc_base_binding_policy=none
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
exec mpirun -n "$ranks" "$@"
