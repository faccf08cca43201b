#include "CProcess.h"

static int argument_count;
static const char *const *arguments;

#ifdef __linux__
// glibc passes the arguments to constructors; Swift reads /proc/self/cmdline, which a chroot need not have.
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  argument_count = count;
  arguments = (const char *const *)values;
}
#endif

int assay_argument_count(void) { return argument_count; }

const char *const *assay_arguments(void) { return arguments; }
