#if canImport(Glibc)
  import CMalloc
#endif

/// How the C library keeps memory that was given back.
enum ProcessMemory {
  /// Keeps it for the next buffer of the same size.
  ///
  /// By default each chunk of input goes back to the kernel and comes again page by page, cleared: a tenth of the time
  /// of a run on two threads.
  static func prepare() {
    #if canImport(Glibc)
      _ = mallopt(M_MMAP_THRESHOLD, 4 << 20)
      _ = mallopt(M_TRIM_THRESHOLD, 8 << 20)
    #endif
  }
}
