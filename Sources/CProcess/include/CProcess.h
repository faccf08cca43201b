// What Swift's own libraries do not tell of the process, or tell only where /proc is mounted.
#pragma once

#ifdef __linux__
#include <malloc.h>
#endif

/// How many arguments the program was started with, its own name included; 0 where the system does not say.
int assay_argument_count(void);

/// The arguments; each lives as long as the process.
const char *const *assay_arguments(void);
