#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

/// How often this process has asked for memory since it started: calls of malloc and its siblings.
long allocation_count(void);

#endif
