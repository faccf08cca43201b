// The one place that asks which C library there is. Only `AssayPlatform` and `AssayPortable` import this module.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(ucrt)
  @_exported public import ucrt
#else
  #error("Assay does not know the C library of this system")
#endif
