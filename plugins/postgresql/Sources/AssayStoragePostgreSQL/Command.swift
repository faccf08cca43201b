import HealthModel
import HealthPlugins

/// `assay-storage-postgresql`: serves a PostgreSQL database as a store, on standard input and output.
@main
struct Command {
  /// The status when the server is gone: EX_TEMPFAIL of `sysexits.h`.
  private static let lost: Int32 = 75

  static func main() {
    // A plugin that ends without an error message is started again and goes on after its last commit, which no error on
    // a dead connection could do.
    let store = PostgreSQLStore { reason in
      PluginServer.end(with: lost, saying: "assay-storage-postgresql: the connection is lost: \(reason)")
    }
    PluginServer.end(with: PluginServer.run(store))
  }
}
