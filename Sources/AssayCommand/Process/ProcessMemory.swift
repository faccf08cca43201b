import AssayPlatform

/// The policy of the C library for freed memory.
enum ProcessMemory {
  /// Keeps it for the next buffer of the same size.
  ///
  /// By default each chunk of input goes back to the kernel and comes again page by page, cleared: a tenth of the time
  /// of a run on two threads. The heap of a new thread starts large enough for a small run, since it grows by a system
  /// call for every few pages.
  ///
  /// Threads share two heaps. One thread allocates a chunk and another frees it: with a heap for each thread, every
  /// heap would slowly fill with memory that another thread could use, a fifth more for ten times the samples. Samples
  /// allocate nothing, so threads do not contend for a heap; a start does allocate, on two threads.
  ///
  /// What is larger than any chunk, such as a route of an export, goes back at once: routes of many lengths left holes
  /// of their sizes in both heaps, a tenth of an import's memory.
  static func prepare() {
    CurrentProcess.keepMemory(heaps: 2, largest: 5 << 18, trim: 8 << 20, pad: 4 << 20)
  }
}
