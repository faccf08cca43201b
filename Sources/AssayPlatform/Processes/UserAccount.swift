import CLibrary

/// The user in whose name the process runs.
package enum UserAccount {
  package static var number: UInt32 { UInt32(geteuid()) }

  /// Whether a group is the user's own without other members, as many systems create one for each user.
  ///
  /// A group lists the users who joined it; only the list of users shows whose primary group it is.
  package static func isOnlyMember(of group: UInt32) -> Bool {
    guard let account = getpwuid(geteuid())?.pointee.pw_name else { return false }
    let name = String(cString: account)
    guard let entry = getgrgid(gid_t(group))?.pointee, let title = entry.gr_name, String(cString: title) == name else {
      return false
    }
    var member = entry.gr_mem
    while let place = member, let text = place.pointee {
      if String(cString: text) != name { return false }
      member = place + 1
    }
    return !isFirstGroup(group, ofOthersThan: name)
  }

  private static func isFirstGroup(_ group: UInt32, ofOthersThan name: String) -> Bool {
    setpwent()
    defer { endpwent() }
    while let entry = getpwent() {
      guard let other = entry.pointee.pw_name else { continue }
      if UInt32(entry.pointee.pw_gid) == group, String(cString: other) != name { return true }
    }
    return false
  }
}
