-- What python_sqlite.py keeps in its file. Running this again changes nothing.
PRAGMA journal_mode = WAL;  -- what is committed can be read while more is written
PRAGMA synchronous = FULL;  -- a commit is on the disk when it returns

CREATE TABLE IF NOT EXISTS samples (
  id TEXT UNIQUE, digest TEXT, type TEXT, begins INTEGER, ends INTEGER, sample TEXT,
  -- A line of the protocol in two parts: what a member is a member of stands between them.
  head AS (rtrim(json_object('id', id, 'digest', digest, 'type', type, 'start', begins, 'end', ends), '}')),
  tail AS (',"sample":' || sample || '}')
);
CREATE INDEX IF NOT EXISTS samples_in_order ON samples (type, begins, id);

-- Which samples are members of which correlations; one may be a member of several.
CREATE TABLE IF NOT EXISTS members (
  parent TEXT, place INTEGER, role TEXT, id TEXT, UNIQUE (parent, place)
);
CREATE INDEX IF NOT EXISTS members_by_id ON members (id);

CREATE VIEW IF NOT EXISTS lines AS
  SELECT *, head || tail AS line, EXISTS (SELECT 1 FROM members WHERE members.id = samples.id) AS is_member
  FROM samples;
CREATE VIEW IF NOT EXISTS member_lines AS
  SELECT parent, place, head || ',"correlation":' AS head, ',"role":"' || role || '"' || tail AS tail
  FROM members JOIN samples USING (id);

-- Texts that Assay wants kept. An insert into `note` replaces the text of a key, which keeps its place.
CREATE TABLE IF NOT EXISTS notes (place INTEGER PRIMARY KEY, key TEXT UNIQUE, text TEXT);
CREATE VIEW IF NOT EXISTS note AS SELECT key, text FROM notes ORDER BY place;
CREATE TRIGGER IF NOT EXISTS noting INSTEAD OF INSERT ON note BEGIN
  INSERT INTO notes (key, text) VALUES (new.key, new.text) ON CONFLICT (key) DO UPDATE SET text = new.text;
END;

-- The last commit, by what Assay noted with it: its session and the commit's number.
CREATE VIEW IF NOT EXISTS resume AS
  SELECT substr(text, 1, instr(text, ' ') - 1), CAST(substr(text, instr(text, ' ') + 1) AS INTEGER)
  FROM notes WHERE key = 'session';

CREATE VIEW IF NOT EXISTS counts AS SELECT type, count(*) FROM samples GROUP BY type;
