import CLibrary

/// The user in whose name the process runs.
package enum UserAccount {
  /// The user's number.
  package static var number: UInt32 { UInt32(geteuid()) }

  /// Whether a group is the user's own with nobody else in it, as many systems give everyone one.
  package static func isOnlyMember(of group: UInt32) -> Bool {
    guard let account = getpwuid(geteuid())?.pointee.pw_name else { return false }
    let name = String(cString: account)
    guard let entry = getgrgid(gid_t(group))?.pointee, let title = entry.gr_name, String(cString: title) == name else {
      return false
    }
    guard var member = entry.gr_mem else { return true }
    while let text = member.pointee {
      if String(cString: text) != name { return false }
      member += 1
    }
    return true
  }
}
