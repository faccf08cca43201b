import AssayPlatform

/// How the C library keeps memory that was given back.
enum ProcessMemory {
  /// Keeps it for the next buffer of the same size.
  ///
  /// By default each chunk of input goes back to the kernel and comes again page by page, cleared: a tenth of the time
  /// of a run on two threads. The heap of a new thread is begun with room for all that a small run needs, since it
  /// grows by a call to the kernel for every few pages.
  ///
  /// Threads share two heaps. A chunk is made by one thread and given back by another: with a heap for each thread, all
  /// would slowly fill with what another one could use, a fifth more for ten times the samples. Samples allocate
  /// nothing, so that nobody waits for a heap; a start does allocate, on two threads.
  static func prepare() {
    CurrentProcess.keepMemory(heaps: 2, largest: 4 << 20, trim: 8 << 20, pad: 4 << 20)
  }
}
