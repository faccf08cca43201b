import HealthModel
import HealthPlugins
import HealthStorage

/// A store's information about itself.
enum ServerFacts {
  static func information(_ connection: ServerConnection) throws(PluginError) -> StoreInformation {
    let found = try connection.run(
      """
      SELECT
        split_part(current_setting('server_version'), ' ', 1), current_setting('fsync') = 'on',
        current_database()::text, current_schema()::text,
        (SELECT coalesce(max(number), 0) FROM assay_commits),
        (SELECT count(*) FROM assay_deletions),
        (SELECT count(*) FROM pg_inherits b JOIN pg_inherits i ON i.inhparent = b.inhrelid
          WHERE b.inhparent = 'assay_samples'::regclass),
        (SELECT max(version) FROM assay_store)
      """)
    // Without it the server's word that a commit is on the disk is worth nothing.
    let isSynced = found.flag(0, 1)
    let server = "PostgreSQL \(ServerFailure.shown(found.text(0, 0)))"
    return StoreInformation(
      format: "\(server), schema \(found.integer(0, 7))" + (isSynced ? "" : ", fsync off"),
      byteCount: try byteCount(connection), lastCommit: found.long(0, 4), deletions: Int(clamping: found.long(0, 5)),
      details: [
        StoreInformation.Detail("database", TextEscaping.escaped(found.text(0, 2))),
        StoreInformation.Detail("schema", TextEscaping.escaped(found.text(0, 3))),
        StoreInformation.Detail("partitions", String(found.long(0, 6))),
      ])
  }

  /// How many bytes all tables take, with indexes and long texts.
  static func byteCount(_ connection: ServerConnection) throws(PluginError) -> Int64 {
    try connection.run(
      """
      SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class
      WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND relkind = 'r'
      """
    ).long(0, 0)
  }
}
