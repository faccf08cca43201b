import AssayPlatform

/// The users who may change a program before it runs: only the user and root.
struct PluginTrust {
  private let user = UserAccount.number

  /// Refuses a file that others may change, by itself or by a folder that it is in.
  func check(root: String, inside: String, of name: String) throws(PluginFault) {
    // Who may rename in a folder above may put another plugin in this one's place.
    var folder = root
    while folder.utf8.count > 1 {
      folder = PathText.parent(of: folder)
      let status = try status(of: folder, name)
      if status.permissions & 0o002 != 0, !status.isSticky {
        throw Self.fault(name, folder, "can be written by everyone", hint: "chmod o-w")
      }
    }
    var path = root
    try checkOwn(path, of: name)
    for part in inside.split(separator: "/") {
      path = PathText.join(path, String(part))
      try checkOwn(path, of: name)
    }
  }

  private func checkOwn(_ path: String, of name: String) throws(PluginFault) {
    let status = try status(of: path, name)
    guard status.owner == user || status.owner == 0 else {
      throw Self.fault(name, path, "belongs to another user", hint: "chown")
    }
    let isOpen =
      status.permissions & 0o002 != 0
      || (status.permissions & 0o020 != 0 && !UserAccount.isOnlyMember(of: status.group))
    guard status.isSticky && status.kind == .folder || !isOpen else {
      throw Self.fault(name, path, "can be written by others", hint: "chmod go-w")
    }
  }

  private func status(of path: String, _ name: String) throws(PluginFault) -> FileStatus {
    do {
      return try FileStatus(of: path)
    } catch {
      throw PluginFault("cannot look at \(PluginFault.shown(path)) of the plugin \(name)")
    }
  }

  private static func fault(_ name: String, _ path: String, _ words: String, hint: String) -> PluginFault {
    let shown = PluginFault.shown(path)
    return PluginFault(
      "the plugin \(name) is not run: \(shown) \(words)", hint: "`\(hint) \(shown)` if it should be trusted")
  }
}
