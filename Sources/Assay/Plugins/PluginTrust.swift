#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Who may change a program before it is run: nobody but the user and root.
struct PluginTrust {
  private let user = geteuid()

  /// Refuses a file that others may change, by itself or by a folder that it lies in.
  ///
  /// - Parameters:
  ///   - root: the plugin's folder, absolute, without links.
  ///   - inside: the file's path in it.
  ///   - name: the plugin's name, for messages.
  /// - Throws: `PluginFault` that names the file or folder.
  func check(root: String, inside: String, of name: String) throws(PluginFault) {
    // Who may rename in a folder above may put another plugin in this one's place.
    var folder = root
    while folder.utf8.count > 1 {
      folder = ProjectPath.parent(of: folder)
      if try status(of: folder, name).st_mode & 0o1002 == 0o002 {
        throw Self.fault(name, folder, "can be written by everyone", hint: "chmod o-w")
      }
    }
    var path = root
    try checkOwn(path, of: name)
    for part in inside.split(separator: "/") {
      path = FolderEntry.join(path, String(part))
      try checkOwn(path, of: name)
    }
  }

  private func checkOwn(_ path: String, of name: String) throws(PluginFault) {
    let status = try status(of: path, name)
    guard status.st_uid == user || status.st_uid == 0 else {
      throw Self.fault(name, path, "belongs to another user", hint: "chown")
    }
    let isSticky = status.st_mode & 0o1000 != 0 && status.st_mode & 0o170000 == 0o040000
    let isOpen = status.st_mode & 0o002 != 0 || (status.st_mode & 0o020 != 0 && !isOwnGroup(status.st_gid))
    guard isSticky || !isOpen else {
      throw Self.fault(name, path, "can be written by others", hint: "chmod go-w")
    }
  }

  private func status(of path: String, _ name: String) throws(PluginFault) -> stat {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw PluginFault("cannot look at \(PluginFault.shown(path)) of the plugin \(name)")
    }
    return status
  }

  /// Whether a group is the user's own with nobody else in it, as many systems give everyone one.
  private func isOwnGroup(_ group: gid_t) -> Bool {
    guard let account = getpwuid(user)?.pointee.pw_name else { return false }
    let name = String(cString: account)
    guard let entry = getgrgid(group)?.pointee, let title = entry.gr_name, String(cString: title) == name else {
      return false
    }
    guard var member = entry.gr_mem else { return true }
    while let text = member.pointee {
      if String(cString: text) != name { return false }
      member += 1
    }
    return true
  }

  private static func fault(_ name: String, _ path: String, _ words: String, hint: String) -> PluginFault {
    let shown = PluginFault.shown(path)
    return PluginFault(
      "the plugin \(name) is not run: \(shown) \(words)", hint: "`\(hint) \(shown)` if it should be trusted")
  }
}
