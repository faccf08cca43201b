import HealthModel
import HealthPluginKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `assay-storage-postgresql`: serves a PostgreSQL database as a store, on standard input and output.
@main
struct Command {
  /// The status when the server is gone: EX_TEMPFAIL of `sysexits.h`.
  private static let lost: Int32 = 75

  static func main() {
    // A plugin that ends without a word of its own is started again and goes on behind its last commit, which no error
    // on a dead connection could do.
    let store = PostgreSQLStore { reason in
      complain("the connection is lost: \(reason)")
      exit(lost)
    }
    exit(PluginServer.run(store))
  }

  private static func complain(_ message: String) {
    let line = Array("assay-storage-postgresql: \(message)\n".utf8)
    _ = line.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
  }
}
