// SPDX-License-Identifier: MIT
// The enums of the public headers that the bodies of nodes use.
enum { GESTALT_RUNNING, GESTALT_SUCCESS, GESTALT_FAILURE };
typedef enum gestalt_log_phase {
    GESTALT_LOG_START,
    GESTALT_LOG_SUCCESS,
    GESTALT_LOG_FAILURE,
    GESTALT_LOG_ABANDON,
} gestalt_log_phase;
