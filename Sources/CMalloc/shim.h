// How the C library keeps memory; only glibc can be told.
#ifdef __linux__
#include <malloc.h>
#endif
