// Whoever reads bytes imports this module, and needs the spans of arrays that older systems of Apple's lack.
@_exported public import AssayPortable
