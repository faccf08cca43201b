"""DuckDB: the rules as SQL over NDJSON. Arguments: INPUT RULES KEY [OUT]; KEY is `line`, or `uuid` for no line numbers.

Prints how many samples are bad, and writes their keys to OUT.
"""
import json
import sys

import duckdb

RULES = """case when s.uuid is null then 'malformed' when t.type is null then 'unknown_type'
 when s.value is null then 'value_not_number'
 when t.quantity and u.type is null then 'incompatible_unit'
 when not t.quantity and v.type is null then 'enum_out_of_range'
 when s.value * u.factor < u.low or s.value * u.factor > u.high then 'value_out_of_range'
 when s.start is null or s."end" is null then 'bad_date'
 when s."end" < s.start then 'end_before_start'
 when epoch(s."end") - epoch(s.start) > t.longest then 'duration_too_long'
 when t.required is not null and (s.metadata is null or not list_contains(json_keys(s.metadata), t.required))
 then 'missing_required_metadata' end"""
COLUMNS = """{uuid:'VARCHAR', type:'VARCHAR', value:'JSON', unit:'VARCHAR', start:'TIMESTAMPTZ', "end":'TIMESTAMPTZ',
 source:'STRUCT(name VARCHAR, bundle VARCHAR, version VARCHAR)', device:'JSON', metadata:'JSON'}"""


def main() -> None:
    path, rules, key = sys.argv[1:4]
    base = duckdb.connect()
    base.execute("set TimeZone='UTC'")
    base.execute("create temp table T(type varchar, quantity boolean, longest double, required varchar)")
    base.execute("create temp table U(type varchar, unit varchar, factor double, low double, high double)")
    base.execute("create temp table V(type varchar, value double)")
    with open(rules) as file:
        known = json.load(file)
    for name, rule in known.items():
        required = (rule.get("required_metadata") or [None])[0]
        quantity = rule["kind"] == "quantity"
        base.execute("insert into T values (?,?,?,?)", [name, quantity, rule["max_duration_s"], required])
        for unit, factor in rule.get("units", {}).items():
            base.execute("insert into U values (?,?,?,?,?)", [name, unit, factor, *rule["range"]])
        for value in rule.get("values", []):
            base.execute("insert into V values (?,?)", [name, value])
    # The value as JSON first, so that "72" or true is not taken for a number.
    place = "row_number() over ()" if key == "line" else "uuid"
    text = path.replace("'", "''")
    found = base.execute(f"""with raw as (select {place} as place, uuid, type, unit, start, "end", metadata,
        case when json_type(value) in ('UBIGINT','BIGINT','DOUBLE') then try_cast(value as double) end as value
        from read_json('{text}', format='newline_delimited', columns={COLUMNS}, ignore_errors=true))
      select place, kind from (select s.place, {RULES} as kind from raw s left join T t on s.type = t.type
        left join U u on s.type = u.type and s.unit = u.unit
        left join V v on s.type = v.type and s.value = v.value) where kind is not null""").fetchall()
    bad = sorted((row[0] for row in found), key=lambda place: (place is None, place))
    if len(sys.argv) > 4:
        with open(sys.argv[4], "w") as out:
            out.writelines(f"{place}\n" for place in bad)
    print(len(bad))


main()
