// Input is read only, and zlib's header declares it const if `ZLIB_CONST` is defined.
#define ZLIB_CONST
#include <zlib.h>
