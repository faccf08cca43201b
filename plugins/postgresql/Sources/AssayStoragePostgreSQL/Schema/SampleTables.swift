/// The tables of samples in layout 2: subject first, and nothing twice.
///
/// A row holds what differs from sample to sample. What many samples share of their text is a *form*: the text with
/// holes where the columns' values go, so that each line is rebuilt byte for byte. Names of indexes are the server's
/// choice: during a migration the tables of layout 1 still have theirs.
enum SampleTables {
  /// How many parts the subjects are divided into.
  static let bucketCount = 16

  /// The statements, in order.
  static var statements: [String] { tables + buckets }

  static let subjectNames = "CREATE INDEX ON assay_subjects USING hash (name)"

  // Columns of eight bytes first: the server pads each to its alignment. Without NULLs a row has no bitmap, so that a
  // quantity with a derived id takes 96 bytes; `name` is NULL only where `value` is, which costs what it saves.
  private static let tables = [
    """
    CREATE TABLE assay_samples (
      start_us bigint NOT NULL,
      end_us bigint NOT NULL,
      digest bigint NOT NULL,
      value double precision,
      subject integer NOT NULL,
      type integer NOT NULL,
      form integer NOT NULL,
      added integer NOT NULL,
      id uuid NOT NULL,
      derived boolean NOT NULL,
      name text COLLATE "C",
      rest text COLLATE "C" NOT NULL
    ) PARTITION BY HASH (subject)
    """,
    """
    CREATE TABLE assay_forms (
      id integer PRIMARY KEY,
      content text COLLATE "C" NOT NULL,
      unit text,
      utc_offset text,
      origin text,
      source integer,
      device integer,
      metadata jsonb,
      is_structured boolean NOT NULL,
      is_whole boolean NOT NULL,
      EXCLUDE USING hash (content WITH =))
    """,
    """
    CREATE TABLE assay_ids (
      id uuid PRIMARY KEY,
      digest bigint NOT NULL,
      start_us bigint NOT NULL,
      subject integer NOT NULL,
      type integer NOT NULL)
    """,
    """
    CREATE TABLE assay_members (
      correlation uuid NOT NULL,
      position integer NOT NULL,
      role text COLLATE "C" NOT NULL,
      member uuid NOT NULL,
      subject integer NOT NULL,
      type integer NOT NULL,
      start_us bigint NOT NULL,
      member_subject integer NOT NULL,
      member_type integer NOT NULL,
      member_start_us bigint NOT NULL,
      PRIMARY KEY (correlation, position))
    """,
    "CREATE INDEX ON assay_members (member)",
  ]

  private static var buckets: [String] {
    (0..<bucketCount).map { number in
      "CREATE TABLE \(bucket(number)) PARTITION OF assay_samples FOR VALUES WITH "
        + "(MODULUS \(bucketCount), REMAINDER \(number)) PARTITION BY RANGE (start_us)"
    }
  }

  /// The name of a part of the subjects.
  static func bucket(_ number: Int) -> String { "assay_samples_b" + (number < 10 ? "0" : "") + String(number) }

  // The indexes are not those of the partitioned table, since an index there makes the server fill them row by row from
  // the beginning.

  /// The index of a leaf that finds a subject's samples by type and time.
  static func index(of leaf: String) -> String { "CREATE INDEX ON \(leaf) (subject, type, start_us)" }

  /// The other indexes of a leaf: derived ids, and what a commit added.
  static func laterIndexes(of leaf: String) -> [String] {
    ["CREATE UNIQUE INDEX ON \(leaf) (id) WHERE derived", "CREATE INDEX ON \(leaf) (added)"]
  }
}
