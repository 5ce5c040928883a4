package import Glibc
package import SystemCalls

/// A user or a group of the system, by name or by number.
package enum AccountName: Hashable, Sendable, CustomStringConvertible {
  case name(String)
  case number(UInt32)

  /// The name in double quotes, or the number.
  package var description: String {
    switch self {
    case .name(let name): "\"\(name)\""
    case .number(let number): "\(number)"
    }
  }

  /// The user's number (`getpwnam_r(3)`); `nil` if there is no such user.
  package func userID() throws(Errno) -> uid_t? {
    guard case .name(let name) = self else { return number }
    var record = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: Self.recordSize)
    let code = getpwnam_r(name, &record, &buffer, buffer.count, &found)
    guard Self.isAnswer(code) else { throw Errno(code) }
    return found == nil ? nil : record.pw_uid
  }

  /// The group's number (`getgrnam_r(3)`); `nil` if there is no such group.
  package func groupID() throws(Errno) -> gid_t? {
    guard case .name(let name) = self else { return number }
    var record = group()
    var found: UnsafeMutablePointer<group>?
    var buffer = [CChar](repeating: 0, count: Self.recordSize)
    let code = getgrnam_r(name, &record, &buffer, buffer.count, &found)
    guard Self.isAnswer(code) else { throw Errno(code) }
    return found == nil ? nil : record.gr_gid
  }

  /// 64 KiB: a group's record lists all of its members.
  private static let recordSize = 1 << 16

  /// Whether the look-up completed: for an unknown name, some libraries return one of these errors (`getgrnam(3)`).
  private static func isAnswer(_ code: Int32) -> Bool {
    [0, ENOENT, ESRCH, EBADF, EPERM].contains(code)
  }

  private var number: UInt32? {
    if case .number(let number) = self { number } else { nil }
  }
}
