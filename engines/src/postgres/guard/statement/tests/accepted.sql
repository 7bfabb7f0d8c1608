-- semicolons around it
; SELECT 1 ; ;

-- no columns
SELECT

-- in brackets
(((SELECT 1)))

-- lower case and tabs
select	*	from	employees	where	id=1

-- with in brackets, with a tail
(WITH a AS (SELECT 1 AS n) SELECT * FROM a) ORDER BY 1 LIMIT 1

-- with before values
WITH a AS (SELECT 1) VALUES (1)

-- with before a table
WITH departments AS (SELECT 1 AS id) TABLE departments

-- with inside of with
WITH a AS (WITH b AS (SELECT 1 AS n) SELECT * FROM b) SELECT * FROM a

-- a setting in quotes
SHOW "search_path"

-- the isolation level
SHOW TRANSACTION ISOLATION LEVEL

-- a plain plan
EXPLAIN SELECT * FROM orders

-- a verbose plan of values
EXPLAIN VERBOSE VALUES (1)

-- a plan with options by their values
EXPLAIN (COSTS false, BUFFERS 0, SUMMARY on, SETTINGS, FORMAT yaml) WITH a AS (SELECT 1) SELECT * FROM a

-- a plan of a union in brackets
EXPLAIN (SELECT 1) UNION (SELECT 2)

-- a plan for any parameter [16]
EXPLAIN (GENERIC_PLAN) SELECT * FROM orders WHERE id = $1

-- the memory of a plan [17]
EXPLAIN (MEMORY) SELECT 1

-- JSON as a table [17]
SELECT t.* FROM customers AS c, JSON_TABLE(c.profile, '$.tags[*]' COLUMNS (place FOR ORDINALITY, tag text PATH '$' DEFAULT 'none' ON EMPTY)) AS t

-- JSON as nested tables [17]
SELECT * FROM JSON_TABLE('{"a": [{"b": [1, 2]}]}'::jsonb, '$.a[*]' COLUMNS (NESTED PATH '$.b[*]' COLUMNS (n int PATH '$')))

-- values of JSON [17]
SELECT JSON_VALUE(profile, '$.score' RETURNING numeric), JSON_QUERY(profile, '$.tags' WITH WRAPPER), JSON_EXISTS(profile, '$.tier') FROM customers

-- making JSON [16]
SELECT JSON_OBJECT('a': 1, 'b' VALUE 2 NULL ON NULL), JSON_ARRAY(1, 2), JSON_OBJECTAGG('k': 'v'), '{}' IS JSON OBJECT

-- an aggregate of JSON in order [16]
SELECT JSON_ARRAYAGG(name ORDER BY id RETURNING jsonb) FROM departments

-- any value [16]
SELECT any_value(name), department_id FROM employees GROUP BY department_id

-- numbers with underscores and in hexadecimal [16]
SELECT 1_000_000, 0xFF, 0o17, 0b101

-- a subquery without a name [16]
SELECT * FROM (SELECT 1 AS n)

-- the local time zone [17]
SELECT now() AT LOCAL

-- elements of XML [xml]
SELECT xmlelement(name employee, xmlattributes(e.id AS number), xmlforest(e.name, e.salary)) FROM employees AS e LIMIT 3

-- XML that is put together [xml]
SELECT xmlagg(xmlelement(name d, name) ORDER BY id), xmlconcat('<a/>', '<b/>'), xmlpi(name php, 'x'), xmlroot('<a/>'::xml, version '1.0') FROM departments

-- XML that is read [xml]
SELECT xpath('/a/text()', xmlparse(document '<a>1</a>')), xmlexists('//b' PASSING ('<a/>'::xml)), xmlserialize(content '<a/>'::xml AS text)

-- XML as a table [xml]
SELECT t.* FROM XMLTABLE('/r/i' PASSING ('<r><i n="1">a</i></r>'::xml) COLUMNS place FOR ORDINALITY, n int PATH '@n', v text PATH '.' DEFAULT 'x') AS t

-- the distance of places [extension: postgis]
SELECT p.name, ST_Distance(p.geom::geography, ST_SetSRID(ST_MakePoint(127.0, 37.5), 4326)::geography) AS metres FROM places AS p WHERE ST_DWithin(p.geom, ST_GeomFromText('POINT(127 37)', 4326), 0.5) AND p.geom && ST_MakeEnvelope(126, 37, 128, 38, 4326) ORDER BY p.geom <-> ST_Point(127, 37) LIMIT 5

-- points in areas [extension: postgis]
SELECT a.name, count(*), ST_AsGeoJSON(ST_Union(p.geom)) FROM areas AS a JOIN places AS p ON ST_Contains(a.geom, p.geom) GROUP BY a.name

-- the nearest vectors [extension: pgvector]
SELECT id, embedding <=> '[1,2,3]'::vector AS distance FROM items ORDER BY embedding <-> '[1,2,3]' LIMIT 5

-- buckets of time [extension: timescaledb]
SELECT time_bucket('5 minutes', at) AS bucket, first(value, at), last(value, at) FROM metrics GROUP BY bucket

-- similar words [extension: pg_trgm, unaccent]
SELECT name, similarity(name, 'foo'), name % 'foo', show_limit() FROM customers WHERE unaccent(name) ILIKE '%e%' ORDER BY name <-> 'foo'

-- keys and values [extension: hstore]
SELECT h -> 'a', h ? 'b', each(h) FROM (SELECT 'a=>1'::hstore AS h) AS t

-- statistics of statements [extension: pg_stat_statements]
SELECT query, calls, total_exec_time FROM pg_stat_statements ORDER BY total_exec_time DESC LIMIT 10

-- columns with names of functions that are only denied when called
SELECT schedule.http, dblink FROM (SELECT 1 AS http, 2 AS dblink) AS schedule

-- columns that start like a denied family
SELECT lo_price, t.lo_price, t.pg_read_count FROM (SELECT 1 AS lo_price, 2 AS pg_read_count) AS t

-- a query that is named like a function
WITH crosstab AS (SELECT 1 AS n) SELECT crosstab.n FROM crosstab

-- a schema named like nothing special
SELECT count(*) FROM pg_catalog.pg_class AS net WHERE net.relkind = 'r'

-- denied names as texts
SELECT proname FROM pg_proc WHERE proname IN ('pg_sleep', 'pg_read_file') OR proname = 'set_config'

-- settings by function
SELECT current_setting('search_path'), current_setting('no.such', true), current_setting('password_encryption')

-- who is asking
SELECT current_user, session_user, current_schema, current_catalog, pg_backend_pid(), version(), inet_client_addr()

-- definitions
SELECT pg_get_viewdef('monthly_revenue'::regclass), pg_get_constraintdef(oid), pg_get_indexdef(conindid) FROM pg_constraint LIMIT 3

-- locks and roles are seen in views
SELECT l.mode, r.rolname FROM pg_locks AS l, pg_roles AS r LIMIT 3

-- statistics of columns
SELECT attname, n_distinct, most_common_vals FROM pg_stats WHERE tablename = 'orders'

-- progress and indexes
SELECT indexrelname, idx_scan FROM pg_stat_user_indexes WHERE schemaname = current_schema()

-- for, but no lock
SELECT substring('abc' FOR 2), collation for ('a' COLLATE "C")

-- into, but no table
SELECT 'into' AS "into", overlay('abc' placing 'x' from 2)

-- update as a name
SELECT update FROM "Mixed Case" WHERE update BETWEEN 1 AND 9

-- comments between everything
SELECT/**/count/* a */(/* b */*/* c */)/**/FROM/**/orders

-- a comment at the end without a line end
SELECT 1 -- done

-- a carriage return ends a comment
SELECT 1 -- one
 + 1

-- quotes in quotes
SELECT 'it''s', "a""b" FROM (SELECT 1 AS "a""b") AS "t""t"

-- a dollar inside of a name
SELECT a$1 FROM (SELECT 1 AS a$1) AS t

-- a minus before a minus
SELECT 1 - -1, 1 + + 1, - - 1

-- operators without spaces
SELECT 1+1,2*-3,4<>5,6!=7,8>=9,10<=11,'a'||'b','{1}'::int[]@>'{1}','[1]'::jsonb->>0,-5%3

-- a name as long as it may be
SELECT 1 AS aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffggg

-- a long list
SELECT id FROM orders WHERE id IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30)

-- an alias that is spelt like a denied function
SELECT 1 AS "pg_sleep", 2 AS pg_read_file, 3 set_config, 4 AS current_setting

-- a column that is spelt like a denied function
SELECT "pg_sleep", nextval FROM (SELECT 1 AS "pg_sleep", 2 AS nextval) AS t ORDER BY pg_sleep

-- a table alias that is spelt like a denied function
SELECT * FROM generate_series(1, 2) AS pg_sleep (a)
