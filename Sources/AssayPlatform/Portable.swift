// What every system has is visible to whoever imports what differs between them.
@_exported public import AssayPortable
