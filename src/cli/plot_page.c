// SPDX-License-Identifier: MIT
// A page that holds a recording and plays it.
#include "plot.h"
exit_code plot_page(plot *p)
{
    (void)p;
    return EXIT_BUG;
}
