/// The texts that are compiled in.
///
/// Each build writes them, as extensions: the plugin `EmbedFiles` names the folders, the program `FileEmbedder` makes
/// Swift of them.
enum Embedded {}
