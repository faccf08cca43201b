import AssayPlatform

/// The number of threads a run uses by default: the processors it may run on, within the container's quota.
package enum JobCount {
  /// The number, at least 1.
  package static func available() -> Int {
    let online = CurrentProcess.processorCount
    let allowed = min(online, affinity() ?? online)
    return max(1, min(allowed, quota() ?? allowed))
  }

  /// The processors this process may run on: `Cpus_allowed_list: 0-3,8` of proc(5).
  private static func affinity() -> Int? {
    guard let text = text(of: "/proc/self/status") else { return nil }
    for line in text.split(separator: "\n") where line.hasPrefix("Cpus_allowed_list:") {
      var count = 0
      for range in line.dropFirst(18).split(separator: ",") {
        let ends = range.split(separator: "-").map { Int($0.filter(\.isNumber)) }
        guard let first = ends.first.flatMap({ $0 }), let last = ends.last.flatMap({ $0 }), last >= first else {
          return nil
        }
        count += last - first + 1
      }
      return count > 0 ? count : nil
    }
    return nil
  }

  /// The container's quota in whole processors, rounded up: cgroup version 2, else version 1.
  private static func quota() -> Int? {
    if let words = numbers(in: "/sys/fs/cgroup/cpu.max"), words.count == 2 { return ceiling(words[0], words[1]) }
    if let limit = numbers(in: "/sys/fs/cgroup/cpu/cpu.cfs_quota_us")?.first,
      let period = numbers(in: "/sys/fs/cgroup/cpu/cpu.cfs_period_us")?.first
    {
      return ceiling(limit, period)
    }
    return nil
  }

  private static func ceiling(_ limit: Int, _ period: Int) -> Int? {
    guard limit > 0, period > 0 else { return nil }
    return limit / period + (limit % period == 0 ? 0 : 1)
  }

  private static func numbers(in path: String) -> [Int]? {
    guard let words = text(of: path)?.split(whereSeparator: \.isWhitespace) else { return nil }
    let values = words.compactMap { Int($0) }
    return values.count == words.count ? values : nil
  }

  private static func text(of path: String) -> String? {
    guard let bytes = try? Descriptor(reading: path).bytes(limit: 8192), !bytes.isEmpty else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
