#if canImport(Glibc)
  import CMalloc
#endif

/// How the C library keeps memory that was given back.
enum ProcessMemory {
  /// Keeps it for the next buffer of the same size.
  ///
  /// By default each chunk of input goes back to the kernel and comes again page by page, cleared: a tenth of the time
  /// of a run on two threads. The heap of a new thread is begun with room for all that a small run needs, since it
  /// grows by a call to the kernel for every few pages. All threads share one heap: a chunk is made by one thread and
  /// given back by another, and with a heap for each they would slowly fill with what another thread could use. Samples
  /// allocate nothing, so that nobody waits for it.
  static func prepare() {
    #if canImport(Glibc)
      _ = mallopt(M_ARENA_MAX, 1)
      _ = mallopt(M_MMAP_THRESHOLD, 4 << 20)
      _ = mallopt(M_TRIM_THRESHOLD, 8 << 20)
      _ = mallopt(M_TOP_PAD, 4 << 20)
    #endif
  }
}
