#include <libpq-fe.h>
// How its sockets are waited for.
#include <poll.h>

// The names of an error's fields are character constants, which Swift does not see.

static inline const char *assay_error_state(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

static inline const char *assay_error_message(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}
