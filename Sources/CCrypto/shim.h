// OpenSSL marks the functions of one digest as deprecated. Those it recommends look an implementation up by name and
// link 700 object files; see Documentation/decisions/0017-sha-256-from-the-system.md.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
