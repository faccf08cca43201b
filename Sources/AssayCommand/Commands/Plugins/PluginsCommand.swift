import ArgumentParser

/// `assay plugins`: looks at plugins, tests them, writes new ones.
struct PluginsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins", abstract: "List, show and test plugins, or write a new one.",
    discussion: """
      A plugin is a folder with a plugin.yaml. Assay looks for plugins only where you point: by --plugin, by `plugins` \
      of the file that --config names, and by ASSAY_PLUGIN_PATH (folders with colons between them); and in \
      lib/assay/plugins beside the installed program. Only `test`, and a command whose --store names the plugin, run \
      its executable.
      """,
    subcommands: [PluginsList.self, PluginsShow.self, PluginsTest.self, PluginsNew.self])
}
