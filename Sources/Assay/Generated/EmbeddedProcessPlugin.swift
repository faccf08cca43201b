// Generated from plugins/python-sqlite/ by `make bless`. Do not edit.
// swift-format-ignore-file

/// The plugin that new process plugins begin as, compiled in.
enum EmbeddedProcessPlugin {
  /// The files, ordered by path.
  static var files: [EmbeddedText] { EmbeddedText.list(text) }

  private static let text: StaticString = ##"""
\##u{1}README.md
# python-sqlite: a store in 60 lines of Python

A whole storage plugin, to be read and to begin from: Python 3 with nothing but its standard library. It keeps samples
in one SQLite file.

```sh
assay import export.zip --plugin plugins/python-sqlite --store 'process:python-sqlite?path=health.db'
assay export --plugin plugins/python-sqlite --store 'process:python-sqlite?path=health.db' | head
assay plugins test plugins/python-sqlite
```

`assay plugins new NAME --kind process` copies it under another name.

| file | what |
|---|---|
| `plugin.yaml` | what Assay has to know before it starts anything: the name, the executable, the parameters of the URL |
| `python_sqlite.py` | the program: reads messages, writes answers |
| `python_sqlite.sql` | the tables, and views that write samples as lines of the protocol |

The protocol is specified in `Documentation/plugin-protocol.md` of Assay. What follows goes through the program in the
order in which things happen. Lines behind `>` are Assay's, lines behind `<` the program's.

## Lines in, lines out

Assay starts the program and writes one JSON object a line to its standard input; the program answers on its standard
output. So nothing else may be printed there. The program takes the output for itself and gives everybody else, a stray
`print` as well, standard error, which Assay shows when something fails:

```python
stdin, stdout, sys.stdout = sys.stdin.buffer, sys.stdout.buffer, sys.stderr  # what is printed by mistake is no message
```

Both are streams of bytes, since the protocol is UTF-8 whatever the machine's locale is. An answer is a line of JSON,
and behind it lines that are written already:

```python
def say(t, lines=(), **members):
    stdout.write("\n".join([json.dumps({"t": t, **members}), *lines, ""]).encode()); stdout.flush()
```

## Hello

The first line is Assay's hello. What stood behind `?` in the store's name is in `store.parameters`:

```
> {"t":"hello","protocol":{"min":1,"max":1},…,"store":{"url":"process:python-sqlite?path=health.db","parameters":{"path":"health.db"}},"read_only":false,…}
< {"t":"hello","protocol":1,"name":"python-sqlite","version":"1.0.0","levels":["query"],"max_batch":1000,"credits":4,"commit_size":10000,"conditions":["types",…],"resume":null}
```

- `levels` says what the plugin can beyond writing. What it does not name it is never asked: no `changes`, no `delete`.
- `conditions` says which parts of a question it looks at itself. Assay looks at the others.
- `credits`: four batches may be on their way before the first is acknowledged, so neither side waits for the other.
- `resume` is the last commit of a run, as the note `session` tells it; `null` in a new store. See below.

A store that is to be read must be there. If it is not, the program says so in an `error` of the kind `config`, which
means that trying again would not help, and ends. Another writer is waited for 20 seconds (`timeout=20`), less than the
30 that Assay waits for an answer.

## A batch

`begin` announces lines, one for each sample:

```
> {"t":"begin","batch":1,"count":3,"bytes":1089}
> {"id":"019B…","digest":"974b…","type":"bloodPressure","start":1767254400000000,"end":1767254400000000,"sample":{…}}
> {"id":"019B…","digest":"e228…","type":"bloodPressureSystolic","start":…,"end":…,"correlation":0,"role":"bloodPressureSystolic","sample":{…}}
> {"id":"019B…","digest":"b2c7…","type":"bloodPressureDiastolic","start":…,"end":…,"correlation":0,"role":"bloodPressureDiastolic","sample":{…}}
< {"t":"ack","batch":1,"accepted":3,"duplicate":[],"conflicting":[]}
```

The text of `sample` must come back as it is, to the byte. `json.loads` and `json.dumps` would write numbers their own
way, so `row` reads only what stands before, and cuts the text out. `sample` is always the last member:

```python
def row(line):  # the text of the sample is kept as it is
    facts, _, sample = line.decode().rstrip().partition(',"sample":')
    return {"start": None, "end": None, **json.loads(facts + "}"), "sample": sample[:-1]}
```

`append` is where samples become stored *exactly once*. It asks the database for all ids of the batch at once: what is
stored already has a digest. Then it goes through the groups, where a group is a sample by itself, or a correlation and
the members behind it, and each line is one of three things:

```python
            if stored.get(id) == digest: duplicate.append(n)
            elif clash: conflicting.append(n)
            else: new.append(rows[n]); stored[id] = digest
```

- stored with the same digest: a duplicate. Nothing happens.
- stored with another digest, or there twice in the group with two digests: a clash. Then nothing of the group is
  stored, and all lines of it that are not duplicates are conflicting.
- new: it is stored, and known to the groups that follow.

A new correlation is linked to its members, whether they are new or were there before. All rows go to SQLite in two
calls of `executemany`, which is what makes it fast.

## A commit

```
> {"t":"commit","commit":1,"notes":{"session":"ee7f… 1","import:/data/export.xml":"{…}","type:bloodPressure":"{…}",…}}
< {"t":"committed","commit":1,"durable":true}
```

The batches since the last commit and the notes are one transaction: `BEGIN IMMEDIATE` came with the first of them, and
lets one writer in at a time. `synchronous = FULL` makes `COMMIT` return when the bytes are on the disk, so `durable`
may be true. Before that answer nothing counts. `COMMIT` succeeds in a file that was moved or removed meanwhile, so the
program compares the file under the path with the one that it opened, and ends with `store-failed` when they differ.

This is why the program needs no care for its own death. When it is killed, the transaction is gone and the last note
`session` says which commit was the last. Assay starts it again, reads `resume` in its hello, and sends again what came
behind. An SQLite error that the program does not expect ends it with a traceback on standard error; the same happens
then.

## A question

```
> {"t":"query","ask":2,"types":["bloodPressure"],"from":1767225600000000}
< {"t":"rows","ask":2,"count":3,"bytes":1089}
< {"id":"019B…","digest":"974b…","type":"bloodPressure",…,"sample":{…}}
< {"id":"019B…",…,"correlation":0,"role":"bloodPressureSystolic","sample":{…}}
< {"id":"019B…",…,"correlation":0,"role":"bloodPressureDiastolic","sample":{…}}
< {"t":"end","ask":2}
```

`answer` makes one `SELECT` of the parts of the question that are there: `WHERE` has the SQL for each. The order is
type, start, id; text compares as bytes in SQLite, which is what the protocol wants. Every hundred samples, each with
its members behind it, make a page. The lines come from the database ready to be written: the view `lines` puts the
kept text back behind what `row` took off.

Questions go through a connection of their own, `reader`: it sees what is committed, and one moment of it for the whole
answer.

## The rest

`rollback` forgets the open transaction. `notes` gives back notes by the beginning of their keys, `counts` how many
samples of each type there are. `shutdown` needs no answer: standard input ends behind it, and the loop with it. To
`cancel` the answer has gone out already.

```python
    elif t not in ("cancel", "shutdown"): say("error", **to, kind="config", code="store-unsupported", message="no " + t)
```

What the program does not know is answered by an error. Among that are `info` and `verify`: Assay then describes the
store by the plugin's name, and reads all samples to check them. And an Assay of next year can try something and learn
that it is not there.

## From here

- Another database: replace the SQL, keep the order of things. The laws are in section 1 of the protocol.
- More levels: `changes` takes a number for each commit, `delete` a table of deleted ids.
- `assay plugins test FOLDER` runs every law of what the hello declares; `--only write` runs a part.
\##u{1}plugin.yaml
name: python-sqlite
version: 1.0.0
summary: Keeps samples in an SQLite file, through 60 lines of Python.
protocol: 1
provides:
  storage: [python-sqlite]
executable: python_sqlite.py
parameters:
  path: The file. It is made when it is not there.
test:
  parameters:
    path: "{folder}/store.db"
\##u{1}python_sqlite.py
#!/usr/bin/env python3
import itertools, json, os, sqlite3, sys  # python-sqlite keeps samples in an SQLite file: README.md goes through this
stdin, stdout, sys.stdout = sys.stdin.buffer, sys.stdout.buffer, sys.stderr  # what is printed by mistake is no message
sqlite3.register_adapter(list, json.dumps)  # SQLite gets a list as JSON
WHERE = {"types": "type IN (SELECT value FROM json_each(:types))", "ids": "id IN (SELECT value FROM json_each(:ids))",
         "from": "ends >= :from", "to": "begins < :to", "omit_members": "NOT (:omit_members AND is_member)"}
MEMBERS = "SELECT head || ? || tail FROM member_lines WHERE parent = ? ORDER BY place"
def say(t, lines=(), **members):
    stdout.write("\n".join([json.dumps({"t": t, **members}), *lines, ""]).encode()); stdout.flush()
def row(line):  # the text of the sample is kept as it is
    facts, _, sample = line.decode().rstrip().partition(',"sample":')
    return {"start": None, "end": None, **json.loads(facts + "}"), "sample": sample[:-1]}
def append(rows):  # a sample by itself, or a correlation with its members, is stored whole or not at all
    stored = dict(db.execute("SELECT id, digest FROM samples WHERE " + WHERE["ids"], {"ids": [r["id"] for r in rows]}))
    new, links, duplicate, conflicting = [], [], [], []
    for head, group in itertools.groupby(range(len(rows)), lambda n: rows[n].get("correlation", n)):
        group = [(n, rows[n]["id"], rows[n]["digest"]) for n in group]
        known = {id: stored.get(id, digest) for n, id, digest in group}
        clash = any(known[id] != digest for n, id, digest in group)
        if not clash and rows[head]["id"] not in stored:
            links += [(rows[head]["id"], n, rows[n]["role"], id) for n, id, digest in group[1:]]
        for n, id, digest in group:
            if stored.get(id) == digest: duplicate.append(n)
            elif clash: conflicting.append(n)
            else: new.append(rows[n]); stored[id] = digest
    db.executemany("INSERT INTO samples VALUES (:id, :digest, :type, :start, :end, :sample)", new)
    db.executemany("INSERT INTO members VALUES (?, ?, ?, ?)", links)
    return {"accepted": len(new), "duplicate": duplicate, "conflicting": conflicting}
def answer(query):
    tests = " AND ".join(["1"] + [WHERE[key] for key in WHERE if key in query])
    order = "type, begins DESC, id" if query.get("descending") else "type, begins, id"
    heads = reader.execute(f"SELECT id, line FROM lines WHERE {tests} ORDER BY {order} LIMIT :limit", query)
    for page in iter(lambda: heads.fetchmany(100), []):
        lines = []
        for id, line in page: lines += [line, *(text for text, in reader.execute(MEMBERS, (len(lines), id)))]
        say("rows", lines, ask=query["ask"], count=len(lines), bytes=sum(len(line.encode()) + 1 for line in lines))
    say("end", ask=query["ask"])
hello = json.loads(stdin.readline()); path = hello["store"]["parameters"].get("path", "")
if not path or hello.get("read_only") and not os.path.exists(path):
    sys.exit(say("error", kind="config", message=f"no store at `{path}`; name it as process:python-sqlite?path=FILE"))
os.umask(0o077)  # what is made is for its owner only
db, reader = (sqlite3.connect(path, timeout=20, isolation_level=None) for _ in range(2))
db.executescript(open(__file__[:-2] + "sql").read()); file = os.stat(path)[1:3]  # SQLite goes on in a moved file
last = [{"session": session, "commit": commit} for session, commit in db.execute("SELECT * FROM resume")]
say("hello", protocol=1, name="python-sqlite", version="1.0.0", levels=["query"], max_batch=1000, credits=4,
    commit_size=10000, conditions=[*WHERE, "descending", "limit"], resume=last[0] if last else None)
for ask in map(json.loads, stdin):
    t, to = ask["t"], {"ask": ask.get("ask")}
    if t in ("begin", "commit") and not db.in_transaction: db.execute("BEGIN IMMEDIATE")
    if t == "begin": say("ack", batch=ask["batch"], **append([*map(row, itertools.islice(stdin, ask["count"]))]))
    elif t == "commit":
        db.executemany("INSERT INTO note VALUES (?, ?)", ask.get("notes", {}).items())
        db.execute("COMMIT"); here = os.path.exists(path) and os.stat(path)[1:3] == file
        if not here: sys.exit(say("error", kind="system", code="store-failed", message=f"{path} was moved or replaced"))
        say("committed", commit=ask["commit"], durable=True)
    elif t == "rollback": db.rollback(); say("rolledback")
    elif t == "query": answer({"limit": -1, **ask})
    elif t == "notes": say(t, **to, notes=dict(reader.execute("SELECT * FROM note WHERE instr(key, :prefix) = 1", ask)))
    elif t == "counts": say(t, **to, types=dict(reader.execute("SELECT * FROM counts")))
    elif t not in ("cancel", "shutdown"): say("error", **to, kind="config", code="store-unsupported", message="no " + t)
\##u{1}python_sqlite.sql
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
"""##
}
