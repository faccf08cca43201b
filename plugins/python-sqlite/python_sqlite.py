#!/usr/bin/env python3
import itertools, json, os, sqlite3, sys  # python-sqlite keeps samples in an SQLite file: README.md goes through this
stdin, stdout, sys.stdout = sys.stdin.buffer, sys.stdout.buffer, sys.stderr  # text printed by mistake is not a message
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
    heads = reader.execute(f"SELECT id, line FROM lines WHERE {tests} ORDER BY {order} LIMIT :limit", query); lines = []
    for id, line in itertools.chain(heads, [(None, None)]):
        if lines and (id is None or len(lines) > 99 or sum(map(len, lines)) > 1 << 20):
            say("rows", lines, **to, count=len(lines), bytes=len("".join(lines).encode()) + len(lines)); lines = []
        if id: lines += [line, *(text for text, in reader.execute(MEMBERS, (len(lines), id)))]
    say("end", **to)
hello = json.loads(stdin.readline()); path = hello["store"]["parameters"].get("path", "")
if not path or hello.get("read_only") and not os.path.exists(path): sys.exit(say(
    "error", kind="config", code="store-missing", message=f"no store at `{path}`; use process:python-sqlite?path=FILE"))
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
