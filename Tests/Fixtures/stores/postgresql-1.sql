CREATE SCHEMA version1;
CREATE TABLE version1.assay_commits (
    number bigint NOT NULL,
    added bigint NOT NULL,
    deleted bigint NOT NULL
);
CREATE TABLE version1.assay_deletions (
    id uuid NOT NULL,
    type integer NOT NULL,
    deleted bigint NOT NULL
);
CREATE TABLE version1.assay_devices (
    id integer NOT NULL,
    content text NOT NULL COLLATE pg_catalog."C",
    name text COLLATE pg_catalog."C",
    manufacturer text COLLATE pg_catalog."C",
    model text COLLATE pg_catalog."C",
    hardware text COLLATE pg_catalog."C",
    firmware text COLLATE pg_catalog."C",
    software text COLLATE pg_catalog."C",
    local text COLLATE pg_catalog."C",
    udi text COLLATE pg_catalog."C"
);
CREATE TABLE version1.assay_ids (
    id uuid NOT NULL,
    digest bigint NOT NULL,
    type integer NOT NULL,
    start_us bigint NOT NULL,
    added bigint NOT NULL
);
CREATE TABLE version1.assay_members (
    correlation uuid NOT NULL,
    "position" integer NOT NULL,
    role text NOT NULL COLLATE pg_catalog."C",
    member uuid NOT NULL,
    member_type integer NOT NULL,
    member_start_us bigint NOT NULL
);
CREATE TABLE version1.assay_notes (
    place bigint NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    content text NOT NULL
);
ALTER TABLE version1.assay_notes ALTER COLUMN place ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME version1.assay_notes_place_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE version1.assay_samples (
    type integer NOT NULL,
    start_us bigint NOT NULL,
    id uuid NOT NULL,
    end_us bigint NOT NULL,
    digest bigint NOT NULL,
    value double precision,
    name text COLLATE pg_catalog."C",
    subject integer,
    source integer,
    device integer,
    metadata jsonb,
    sample text NOT NULL COLLATE pg_catalog."C"
)
PARTITION BY RANGE (start_us);
CREATE TABLE version1.assay_samples_1969 (
    type integer NOT NULL,
    start_us bigint NOT NULL,
    id uuid NOT NULL,
    end_us bigint NOT NULL,
    digest bigint NOT NULL,
    value double precision,
    name text COLLATE pg_catalog."C",
    subject integer,
    source integer,
    device integer,
    metadata jsonb,
    sample text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE version1.assay_samples_2025 (
    type integer NOT NULL,
    start_us bigint NOT NULL,
    id uuid NOT NULL,
    end_us bigint NOT NULL,
    digest bigint NOT NULL,
    value double precision,
    name text COLLATE pg_catalog."C",
    subject integer,
    source integer,
    device integer,
    metadata jsonb,
    sample text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE version1.assay_samples_2026 (
    type integer NOT NULL,
    start_us bigint NOT NULL,
    id uuid NOT NULL,
    end_us bigint NOT NULL,
    digest bigint NOT NULL,
    value double precision,
    name text COLLATE pg_catalog."C",
    subject integer,
    source integer,
    device integer,
    metadata jsonb,
    sample text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE version1.assay_samples_early (
    type integer NOT NULL,
    start_us bigint NOT NULL,
    id uuid NOT NULL,
    end_us bigint NOT NULL,
    digest bigint NOT NULL,
    value double precision,
    name text COLLATE pg_catalog."C",
    subject integer,
    source integer,
    device integer,
    metadata jsonb,
    sample text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE version1.assay_samples_late (
    type integer NOT NULL,
    start_us bigint NOT NULL,
    id uuid NOT NULL,
    end_us bigint NOT NULL,
    digest bigint NOT NULL,
    value double precision,
    name text COLLATE pg_catalog."C",
    subject integer,
    source integer,
    device integer,
    metadata jsonb,
    sample text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE version1.assay_sessions (
    place bigint NOT NULL,
    session text NOT NULL COLLATE pg_catalog."C",
    number bigint NOT NULL
);
ALTER TABLE version1.assay_sessions ALTER COLUMN place ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME version1.assay_sessions_place_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE version1.assay_sources (
    id integer NOT NULL,
    content text NOT NULL COLLATE pg_catalog."C",
    name text COLLATE pg_catalog."C",
    bundle text COLLATE pg_catalog."C",
    version text COLLATE pg_catalog."C",
    product text COLLATE pg_catalog."C",
    os text COLLATE pg_catalog."C"
);
CREATE TABLE version1.assay_store (
    product text NOT NULL,
    version integer NOT NULL
);
CREATE TABLE version1.assay_subjects (
    id integer NOT NULL,
    content text NOT NULL COLLATE pg_catalog."C",
    name text COLLATE pg_catalog."C"
);
CREATE TABLE version1.assay_types (
    id integer NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    has_members boolean DEFAULT false NOT NULL,
    is_member boolean DEFAULT false NOT NULL,
    longest_us bigint DEFAULT 0 NOT NULL
);
CREATE VIEW version1.imports AS
 SELECT substr(assay_notes.key, 8) AS input,
    (assay_notes.content)::json AS progress
   FROM version1.assay_notes
  WHERE starts_with(assay_notes.key, 'import:'::text)
  ORDER BY assay_notes.place;
CREATE VIEW version1.samples AS
 SELECT s.id,
    t.name AS type,
    ( SELECT x.name
           FROM version1.assay_subjects x
          WHERE (x.id = s.subject)) AS subject,
        CASE
            WHEN (s.start_us > '-9223372036854775808'::bigint) THEN ((('1970-01-01 00:00:00'::timestamp without time zone + (((s.start_us / '86400000000'::bigint))::double precision * '1 day'::interval)) + (((s.start_us % '86400000000'::bigint))::double precision * '00:00:00.000001'::interval)) AT TIME ZONE 'UTC'::text)
            ELSE NULL::timestamp with time zone
        END AS start_time,
        CASE
            WHEN (s.start_us > '-9223372036854775808'::bigint) THEN ((('1970-01-01 00:00:00'::timestamp without time zone + (((s.end_us / '86400000000'::bigint))::double precision * '1 day'::interval)) + (((s.end_us % '86400000000'::bigint))::double precision * '00:00:00.000001'::interval)) AT TIME ZONE 'UTC'::text)
            ELSE NULL::timestamp with time zone
        END AS end_time,
    s.start_us,
    s.end_us,
        CASE
            WHEN (s.start_us > '-9223372036854775808'::bigint) THEN ((('1970-01-01 00:00:00'::timestamp without time zone + (((s.start_us / '86400000000'::bigint))::double precision * '1 day'::interval)) + (((s.start_us % '86400000000'::bigint))::double precision * '00:00:00.000001'::interval)) + (((replace(replace(s.sample, '\u0001'::text, '\u00011'::text), '\u0000'::text, '\u00010'::text))::json ->> 'offset'::text))::interval)
            ELSE NULL::timestamp without time zone
        END AS local_start,
    COALESCE((s.metadata ->> 'HKTimeZone'::text), ((replace(replace(s.sample, '\u0001'::text, '\u00011'::text), '\u0000'::text, '\u00010'::text))::json ->> 'offset'::text)) AS time_zone,
    s.value,
    s.name AS text,
    ((replace(replace(s.sample, '\u0001'::text, '\u00011'::text), '\u0000'::text, '\u00010'::text))::json ->> 'unit'::text) AS unit,
    ( SELECT x.name
           FROM version1.assay_sources x
          WHERE (x.id = s.source)) AS source,
    ( SELECT x.bundle
           FROM version1.assay_sources x
          WHERE (x.id = s.source)) AS source_bundle,
    ( SELECT COALESCE(x.name, x.model) AS "coalesce"
           FROM version1.assay_devices x
          WHERE (x.id = s.device)) AS device,
    (((replace(replace(s.sample, '\u0001'::text, '\u00011'::text), '\u0000'::text, '\u00010'::text))::json -> 'original'::text) ->> 'value'::text) AS original_value,
    (((replace(replace(s.sample, '\u0001'::text, '\u00011'::text), '\u0000'::text, '\u00010'::text))::json -> 'original'::text) ->> 'unit'::text) AS original_unit,
    ( SELECT m.correlation
           FROM version1.assay_members m
          WHERE (m.member = s.id)
          ORDER BY m.correlation, m."position"
         LIMIT 1) AS correlation_id,
    ( SELECT m.role
           FROM version1.assay_members m
          WHERE (m.member = s.id)
          ORDER BY m.correlation, m."position"
         LIMIT 1) AS role,
    ((replace(replace(s.sample, '\u0001'::text, '\u00011'::text), '\u0000'::text, '\u00010'::text))::json ->> 'origin'::text) AS origin,
    s.metadata,
    s.sample
   FROM (version1.assay_samples s
     JOIN version1.assay_types t ON ((t.id = s.type)));
CREATE VIEW version1.sources AS
 SELECT assay_sources.name,
    assay_sources.bundle,
    assay_sources.version,
    assay_sources.product,
    assay_sources.os
   FROM version1.assay_sources;
ALTER TABLE ONLY version1.assay_samples ATTACH PARTITION version1.assay_samples_1969 FOR VALUES FROM ('-31536000000000') TO ('0');
ALTER TABLE ONLY version1.assay_samples ATTACH PARTITION version1.assay_samples_2025 FOR VALUES FROM ('1735689600000000') TO ('1767225600000000');
ALTER TABLE ONLY version1.assay_samples ATTACH PARTITION version1.assay_samples_2026 FOR VALUES FROM ('1767225600000000') TO ('1798761600000000');
ALTER TABLE ONLY version1.assay_samples ATTACH PARTITION version1.assay_samples_early FOR VALUES FROM (MINVALUE) TO ('-2208988800000000');
ALTER TABLE ONLY version1.assay_samples ATTACH PARTITION version1.assay_samples_late FOR VALUES FROM ('7258118400000000') TO (MAXVALUE);
INSERT INTO version1.assay_commits VALUES (1, 12, 0);
INSERT INTO version1.assay_commits VALUES (2, 1, 0);
INSERT INTO version1.assay_commits VALUES (3, 0, 2);
INSERT INTO version1.assay_deletions VALUES ('019b82de-d400-8e92-ab51-5be71465b98f', 9, 3);
INSERT INTO version1.assay_deletions VALUES ('019b8805-3000-8724-94da-44e1e3e40d81', 2, 3);
INSERT INTO version1.assay_devices VALUES (1, '{"name":"Phone","model":"P1","hardware":"P1,1"}', 'Phone', NULL, 'P1', 'P1,1', NULL, NULL, NULL, NULL);
INSERT INTO version1.assay_ids VALUES ('00000000-0000-8204-b1a3-b72e0499fabf', -882312057418004293, 8, -9223372036854775808, 1);
INSERT INTO version1.assay_ids VALUES ('00000000-0000-833c-9991-e2c91c86e5a7', 4822627428657434157, 2, -1000000, 1);
INSERT INTO version1.assay_ids VALUES ('00000000-0000-85c0-8f59-6e8afb6e07d9', -2259371521405632305, 7, -9223372036854775808, 1);
INSERT INTO version1.assay_ids VALUES ('019b7892-1c00-88cd-a91c-da95645268df', 3205220285790064549, 2, 1767254400000000, 1);
INSERT INTO version1.assay_ids VALUES ('019b7c01-0400-8cab-9f38-a44b60b9d5ca', -7758030169772564355, 6, 1767312000000000, 1);
INSERT INTO version1.assay_ids VALUES ('019b7db8-7800-8710-a8ad-32ae815da203', -3056989246898049862, 4, 1767340800000000, 1);
INSERT INTO version1.assay_ids VALUES ('019b7db8-7800-8ef0-960f-8173beb8e51b', 6953121752359551124, 3, 1767340800000000, 1);
INSERT INTO version1.assay_ids VALUES ('019b7db8-7800-8f60-a0da-cd275378b5be', 9134887981885788197, 5, 1767340800000000, 1);
INSERT INTO version1.assay_ids VALUES ('019c1837-407b-8bd4-ae50-938a9648c242', -2111478084330993612, 2, 1769932800123456, 1);
INSERT INTO version1.assay_ids VALUES ('6b9a4d10-5e0f-4c57-9c55-000000000001', -1104741449721029637, 1, 1767250800000000, 1);
INSERT INTO version1.assay_ids VALUES ('019b736b-c000-8e35-b4f0-14ebb2d239fa', 5142826021959857060, 1, 1767168000000000, 2);
INSERT INTO version1.assay_members VALUES ('019b7db8-7800-8ef0-960f-8173beb8e51b', 0, 'bloodPressureSystolic', '019b7db8-7800-8710-a8ad-32ae815da203', 4, 1767340800000000);
INSERT INTO version1.assay_members VALUES ('019b7db8-7800-8ef0-960f-8173beb8e51b', 1, 'bloodPressureDiastolic', '019b7db8-7800-8f60-a0da-cd275378b5be', 5, 1767340800000000);
INSERT INTO version1.assay_notes OVERRIDING SYSTEM VALUE VALUES (2, 'import:/data/study/samples.ndjson', '{"path":"samples.ndjson","position":{"offset":1277,"line":11,"column":1},"prefix_hash":"f08b15ed6851275cf7f40f5d23e698f8","books":{"read":12,"accepted":12,"duplicates":0,"conflicts":0,"refused":0},"details":"{\"files\":[{\"path\":\"samples.ndjson\",\"format\":\"jsonl\",\"read\":12,\"accepted\":12,\"refused\":0,\"incomplete\":false}],\"records\":10,\"elements\":{},\"read\":12,\"accepted\":12,\"duplicates\":0,\"conflicts\":0,\"refused\":0,\"errors\":0,\"warnings\":1,\"notes\":0,\"unsupported\":{},\"by_code\":{\"field-unknown\":1},\"by_type\":{\"biologicalSex\":{\"read\":1,\"accepted\":1,\"refused\":0,\"warnings\":0},\"bloodPressure\":{\"read\":1,\"accepted\":1,\"refused\":0,\"warnings\":0},\"bloodPressureDiastolic\":{\"read\":1,\"accepted\":1,\"refused\":0,\"warnings\":0},\"bloodPressureSystolic\":{\"read\":1,\"accepted\":1,\"refused\":0,\"warnings\":0},\"bodyMass\":{\"read\":1,\"accepted\":1,\"refused\":0,\"warnings\":0},\"dateOfBirth\":{\"read\":1,\"accepted\":1,\"refused\":0,\"warnings\":0},\"heartRate\":{\"read\":4,\"accepted\":4,\"refused\":0,\"warnings\":0},\"sleepAnalysis\":{\"read\":1,\"accepted\":1,\"refused\":0,\"warnings\":0},\"stepCount\":{\"read\":1,\"accepted\":1,\"refused\":0,\"warnings\":0}},\"incomplete\":false,\"subject\":false}","quarantine":0,"unsupported":0,"finished":true,"incomplete":false,"catalog":"41c94c2c26c52c05ae0e729d0d01a350cfe8c28cde24fb6dc190afb3476f8b3b","version":"0.1.0"}');
INSERT INTO version1.assay_notes OVERRIDING SYSTEM VALUE VALUES (3, 'type:biologicalSex', '{"kind":"characteristic","shape":"values","cases":{"0":"notSet","1":"female","2":"male","3":"other"}}');
INSERT INTO version1.assay_notes OVERRIDING SYSTEM VALUE VALUES (4, 'type:bloodPressure', '{"kind":"correlation"}');
INSERT INTO version1.assay_notes OVERRIDING SYSTEM VALUE VALUES (5, 'type:bloodPressureDiastolic', '{"kind":"quantity","unit":"mmHg","aggregation":"discreteArithmetic"}');
INSERT INTO version1.assay_notes OVERRIDING SYSTEM VALUE VALUES (6, 'type:bloodPressureSystolic', '{"kind":"quantity","unit":"mmHg","aggregation":"discreteArithmetic"}');
INSERT INTO version1.assay_notes OVERRIDING SYSTEM VALUE VALUES (7, 'type:bodyMass', '{"kind":"quantity","unit":"kg","aggregation":"discreteArithmetic"}');
INSERT INTO version1.assay_notes OVERRIDING SYSTEM VALUE VALUES (8, 'type:dateOfBirth', '{"kind":"characteristic","shape":"date"}');
INSERT INTO version1.assay_notes OVERRIDING SYSTEM VALUE VALUES (9, 'type:heartRate', '{"kind":"quantity","unit":"count/min","aggregation":"discreteTemporallyWeighted"}');
INSERT INTO version1.assay_notes OVERRIDING SYSTEM VALUE VALUES (10, 'type:sleepAnalysis', '{"kind":"category","cases":{"0":"inBed","1":"asleepUnspecified","2":"awake","3":"asleepCore","4":"asleepDeep","5":"asleepREM"}}');
INSERT INTO version1.assay_notes OVERRIDING SYSTEM VALUE VALUES (11, 'type:stepCount', '{"kind":"quantity","unit":"count","aggregation":"cumulative"}');
INSERT INTO version1.assay_notes OVERRIDING SYSTEM VALUE VALUES (1, 'session', '9ad3c02e1965181b042baabcb60adb29 1');
INSERT INTO version1.assay_notes OVERRIDING SYSTEM VALUE VALUES (12, 'import:/data/study/more.ndjson', '{"path":"more.ndjson","position":{"offset":241,"line":3,"column":1},"prefix_hash":"1421fed34fc3cba52f788b18f7a10cf7","books":{"read":2,"accepted":1,"duplicates":0,"conflicts":1,"refused":0},"details":"{\"files\":[{\"path\":\"more.ndjson\",\"format\":\"jsonl\",\"read\":2,\"accepted\":1,\"refused\":0,\"incomplete\":false}],\"records\":2,\"elements\":{},\"read\":2,\"accepted\":1,\"duplicates\":0,\"conflicts\":1,\"refused\":0,\"errors\":1,\"warnings\":0,\"notes\":0,\"unsupported\":{},\"by_code\":{\"uuid-conflict\":1},\"by_type\":{\"stepCount\":{\"read\":2,\"accepted\":1,\"refused\":0,\"warnings\":0}},\"incomplete\":false,\"subject\":false}","quarantine":850,"unsupported":0,"finished":true,"incomplete":false,"catalog":"41c94c2c26c52c05ae0e729d0d01a350cfe8c28cde24fb6dc190afb3476f8b3b","version":"0.1.0"}');
INSERT INTO version1.assay_samples_1969 VALUES (2, -1000000, '00000000-0000-833c-9991-e2c91c86e5a7', -1000000, 4822627428657434157, 61, NULL, 2, NULL, NULL, NULL, '{"uuid":"00000000-0000-833C-9991-E2C91C86E5A7","type":"heartRate","value":61,"unit":"count/min","start":"1969-12-31T23:59:59Z","end":"1969-12-31T23:59:59Z","offset":"+00:00","subject":"P-2"}');
INSERT INTO version1.assay_samples_2025 VALUES (1, 1767168000000000, '019b736b-c000-8e35-b4f0-14ebb2d239fa', 1767168000000000, 5142826021959857060, 7, NULL, NULL, NULL, NULL, NULL, '{"uuid":"019B736B-C000-8E35-B4F0-14EBB2D239FA","type":"stepCount","value":7,"unit":"count","start":"2025-12-31T08:00:00Z","end":"2025-12-31T08:00:00Z","offset":"+00:00"}');
INSERT INTO version1.assay_samples_2026 VALUES (1, 1767250800000000, '6b9a4d10-5e0f-4c57-9c55-000000000001', 1767251400000000, -1104741449721029637, 512, NULL, 1, 1, 1, '{"k": "é \"q\"", "n": 1.5}', '{"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"stepCount","value":512,"unit":"count","start":"2026-01-01T07:00:00Z","end":"2026-01-01T07:10:00Z","offset":"+01:00","subject":"P-1","source":{"name":"Phone","bundle":"com.example.phone","version":"1.2"},"device":{"name":"Phone","model":"P1","hardware":"P1,1"},"metadata":{"k":"é \"q\"","n":1.5},"note":"kept"}');
INSERT INTO version1.assay_samples_2026 VALUES (2, 1767254400000000, '019b7892-1c00-88cd-a91c-da95645268df', 1767254400000000, 3205220285790064549, 60, NULL, 1, 2, NULL, NULL, '{"uuid":"019B7892-1C00-88CD-A91C-DA95645268DF","type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:00:00Z","offset":"+00:00","subject":"P-1","source":{"name":"Watch"},"original":{"unit":"bpm"}}');
INSERT INTO version1.assay_samples_2026 VALUES (2, 1769932800123456, '019c1837-407b-8bd4-ae50-938a9648c242', 1769936400000000, -2111478084330993612, 62, NULL, NULL, NULL, NULL, NULL, '{"uuid":"019C1837-407B-8BD4-AE50-938A9648C242","type":"heartRate","value":62,"unit":"count/min","start":"2026-02-01T08:00:00.123456Z","end":"2026-02-01T09:00:00Z","offset":"+00:00"}');
INSERT INTO version1.assay_samples_2026 VALUES (3, 1767340800000000, '019b7db8-7800-8ef0-960f-8173beb8e51b', 1767340800000000, 6953121752359551124, NULL, NULL, 2, NULL, NULL, NULL, '{"uuid":"019B7DB8-7800-8EF0-960F-8173BEB8E51B","type":"bloodPressure","start":"2026-01-02T08:00:00Z","end":"2026-01-02T08:00:00Z","offset":"+00:00","subject":"P-2"}');
INSERT INTO version1.assay_samples_2026 VALUES (4, 1767340800000000, '019b7db8-7800-8710-a8ad-32ae815da203', 1767340800000000, -3056989246898049862, 120, NULL, 2, NULL, NULL, NULL, '{"uuid":"019B7DB8-7800-8710-A8AD-32AE815DA203","type":"bloodPressureSystolic","value":120,"unit":"mmHg","start":"2026-01-02T08:00:00Z","end":"2026-01-02T08:00:00Z","offset":"+00:00","subject":"P-2"}');
INSERT INTO version1.assay_samples_2026 VALUES (5, 1767340800000000, '019b7db8-7800-8f60-a0da-cd275378b5be', 1767340800000000, 9134887981885788197, 80, NULL, 2, NULL, NULL, NULL, '{"uuid":"019B7DB8-7800-8F60-A0DA-CD275378B5BE","type":"bloodPressureDiastolic","value":80,"unit":"mmHg","start":"2026-01-02T08:00:00Z","end":"2026-01-02T08:00:00Z","offset":"+00:00","subject":"P-2"}');
INSERT INTO version1.assay_samples_2026 VALUES (6, 1767312000000000, '019b7c01-0400-8cab-9f38-a44b60b9d5ca', 1767319200000000, -7758030169772564355, NULL, 'asleepCore', NULL, NULL, NULL, NULL, '{"uuid":"019B7C01-0400-8CAB-9F38-A44B60B9D5CA","type":"sleepAnalysis","value":"asleepCore","start":"2026-01-02T00:00:00Z","end":"2026-01-02T02:00:00Z","offset":"+00:00"}');
INSERT INTO version1.assay_samples_early VALUES (7, -9223372036854775808, '00000000-0000-85c0-8f59-6e8afb6e07d9', -9223372036854775808, -2259371521405632305, NULL, 'female', NULL, NULL, NULL, NULL, '{"uuid":"00000000-0000-85C0-8F59-6E8AFB6E07D9","type":"biologicalSex","value":"female"}');
INSERT INTO version1.assay_samples_early VALUES (8, -9223372036854775808, '00000000-0000-8204-b1a3-b72e0499fabf', -9223372036854775808, -882312057418004293, NULL, '1990-04-12', NULL, NULL, NULL, NULL, '{"uuid":"00000000-0000-8204-B1A3-B72E0499FABF","type":"dateOfBirth","value":"1990-04-12"}');
INSERT INTO version1.assay_sessions OVERRIDING SYSTEM VALUE VALUES (1, '2bc6d09df696e06e42a04bb6b9e678bd', 1);
INSERT INTO version1.assay_sessions OVERRIDING SYSTEM VALUE VALUES (2, '9ad3c02e1965181b042baabcb60adb29', 1);
INSERT INTO version1.assay_sources VALUES (1, '{"name":"Phone","bundle":"com.example.phone","version":"1.2"}', 'Phone', 'com.example.phone', '1.2', NULL, NULL);
INSERT INTO version1.assay_sources VALUES (2, '{"name":"Watch"}', 'Watch', NULL, NULL, NULL, NULL);
INSERT INTO version1.assay_store VALUES ('assay', 1);
INSERT INTO version1.assay_subjects VALUES (1, '"P-1"', 'P-1');
INSERT INTO version1.assay_subjects VALUES (2, '"P-2"', 'P-2');
INSERT INTO version1.assay_types VALUES (7, 'biologicalSex', false, false, 0);
INSERT INTO version1.assay_types VALUES (8, 'dateOfBirth', false, false, 0);
INSERT INTO version1.assay_types VALUES (9, 'bodyMass', false, false, 0);
INSERT INTO version1.assay_types VALUES (1, 'stepCount', false, false, 600000000);
INSERT INTO version1.assay_types VALUES (2, 'heartRate', false, false, 3599876544);
INSERT INTO version1.assay_types VALUES (3, 'bloodPressure', true, false, 0);
INSERT INTO version1.assay_types VALUES (4, 'bloodPressureSystolic', false, true, 0);
INSERT INTO version1.assay_types VALUES (5, 'bloodPressureDiastolic', false, true, 0);
INSERT INTO version1.assay_types VALUES (6, 'sleepAnalysis', false, false, 7200000000);
SELECT pg_catalog.setval('version1.assay_notes_place_seq', 12, true);
SELECT pg_catalog.setval('version1.assay_sessions_place_seq', 2, true);
ALTER TABLE ONLY version1.assay_commits
    ADD CONSTRAINT assay_commits_pkey PRIMARY KEY (number);
ALTER TABLE ONLY version1.assay_deletions
    ADD CONSTRAINT assay_deletions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY version1.assay_devices
    ADD CONSTRAINT assay_devices_content_excl EXCLUDE USING hash (content WITH =);
ALTER TABLE ONLY version1.assay_devices
    ADD CONSTRAINT assay_devices_pkey PRIMARY KEY (id);
ALTER TABLE ONLY version1.assay_ids
    ADD CONSTRAINT assay_ids_pkey PRIMARY KEY (id);
ALTER TABLE ONLY version1.assay_members
    ADD CONSTRAINT assay_members_pkey PRIMARY KEY (correlation, "position");
ALTER TABLE ONLY version1.assay_notes
    ADD CONSTRAINT assay_notes_key_excl EXCLUDE USING hash (key WITH =);
ALTER TABLE ONLY version1.assay_notes
    ADD CONSTRAINT assay_notes_pkey PRIMARY KEY (place);
ALTER TABLE ONLY version1.assay_samples
    ADD CONSTRAINT assay_samples_pkey PRIMARY KEY (type, start_us, id);
ALTER TABLE ONLY version1.assay_samples_1969
    ADD CONSTRAINT assay_samples_1969_pkey PRIMARY KEY (type, start_us, id);
ALTER TABLE ONLY version1.assay_samples_2025
    ADD CONSTRAINT assay_samples_2025_pkey PRIMARY KEY (type, start_us, id);
ALTER TABLE ONLY version1.assay_samples_2026
    ADD CONSTRAINT assay_samples_2026_pkey PRIMARY KEY (type, start_us, id);
ALTER TABLE ONLY version1.assay_samples_early
    ADD CONSTRAINT assay_samples_early_pkey PRIMARY KEY (type, start_us, id);
ALTER TABLE ONLY version1.assay_samples_late
    ADD CONSTRAINT assay_samples_late_pkey PRIMARY KEY (type, start_us, id);
ALTER TABLE ONLY version1.assay_sessions
    ADD CONSTRAINT assay_sessions_pkey PRIMARY KEY (place);
ALTER TABLE ONLY version1.assay_sessions
    ADD CONSTRAINT assay_sessions_session_key UNIQUE (session);
ALTER TABLE ONLY version1.assay_sources
    ADD CONSTRAINT assay_sources_content_excl EXCLUDE USING hash (content WITH =);
ALTER TABLE ONLY version1.assay_sources
    ADD CONSTRAINT assay_sources_pkey PRIMARY KEY (id);
ALTER TABLE ONLY version1.assay_subjects
    ADD CONSTRAINT assay_subjects_content_excl EXCLUDE USING hash (content WITH =);
ALTER TABLE ONLY version1.assay_subjects
    ADD CONSTRAINT assay_subjects_pkey PRIMARY KEY (id);
ALTER TABLE ONLY version1.assay_types
    ADD CONSTRAINT assay_types_name_key UNIQUE (name);
ALTER TABLE ONLY version1.assay_types
    ADD CONSTRAINT assay_types_pkey PRIMARY KEY (id);
CREATE INDEX assay_deletions_deleted ON version1.assay_deletions USING btree (deleted);
CREATE INDEX assay_ids_added ON version1.assay_ids USING btree (added);
CREATE INDEX assay_members_member ON version1.assay_members USING btree (member);
ALTER INDEX version1.assay_samples_pkey ATTACH PARTITION version1.assay_samples_1969_pkey;
ALTER INDEX version1.assay_samples_pkey ATTACH PARTITION version1.assay_samples_2025_pkey;
ALTER INDEX version1.assay_samples_pkey ATTACH PARTITION version1.assay_samples_2026_pkey;
ALTER INDEX version1.assay_samples_pkey ATTACH PARTITION version1.assay_samples_early_pkey;
ALTER INDEX version1.assay_samples_pkey ATTACH PARTITION version1.assay_samples_late_pkey;
