// Declarations of the C library that Swift does not import, and differences between systems.
//
// Nothing is included here that declares types: Swift would take this module for the one that defines them.
#pragma once

#ifdef __linux__
#include <features.h>
#include <sys/syscall.h>
extern long syscall(long, ...);
extern int fdatasync(int);
#ifdef __GLIBC__
extern int mallopt(int, int);
extern int ioctl(int, unsigned long, ...);
#else
extern int ioctl(int, int, ...);
#endif
#endif
extern int fsync(int);
extern int fcntl(int, int, ...);
extern char **environ;

// A descriptor that can be read once a process has ended; -1 where the kernel has none.
static inline int platform_pidfd(int process) {
#if defined(__linux__) && defined(SYS_pidfd_open)
  return (int)syscall(SYS_pidfd_open, process, 0);
#else
  return -1;
#endif
}

// Where the environment begins.
static inline char **platform_environment(void) { return environ; }

// The number of heaps that threads share, and how much freed memory the C library keeps; only glibc supports it.
static inline void platform_keep_memory(int heaps, int largest, int trim, int pad) {
#ifdef __GLIBC__
  mallopt(-8 /* M_ARENA_MAX */, heaps);
  mallopt(-3 /* M_MMAP_THRESHOLD */, largest);
  mallopt(-1 /* M_TRIM_THRESHOLD */, trim);
  mallopt(-2 /* M_TOP_PAD */, pad);
#endif
}

// Sets the buffer size of a pipe, if the system lets a process do so.
static inline void platform_widen_pipe(int end, int room) {
#ifdef __linux__
  fcntl(end, 1031 /* F_SETPIPE_SZ */, room);
#endif
}

// How many bytes of a pipe nobody has read yet; 0 if that is not known.
static inline int platform_unread(int end) {
  int count = 0;
#ifdef __linux__
  if (ioctl(end, 0x541B /* FIONREAD */, &count) != 0) return 0;
#endif
  return count;
}

// Brings a file's content and length to the disk.
static inline int platform_sync_content(int file) {
#ifdef __APPLE__
  return fsync(file);
#else
  return fdatasync(file);
#endif
}

// Has a process begin in a folder: an addition to POSIX that all systems have and not all headers show.
#ifdef __APPLE__
extern int platform_spawn_folder(void *actions, const char *folder) __asm__("_posix_spawn_file_actions_addchdir_np");
#else
extern int platform_spawn_folder(void *actions, const char *folder) __asm__("posix_spawn_file_actions_addchdir_np");
#endif
