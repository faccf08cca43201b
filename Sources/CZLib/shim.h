// Input is read only, and zlib's header says so when it is asked to.
#define ZLIB_CONST
#include <zlib.h>
