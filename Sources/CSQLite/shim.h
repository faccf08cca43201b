#include <sqlite3.h>

/* Sets a switch of a connection; Swift cannot call a function with a variable number of arguments. */
static inline int assay_sqlite3_db_config(sqlite3 *connection, int option, int value) {
  return sqlite3_db_config(connection, option, value, (int *)0);
}
