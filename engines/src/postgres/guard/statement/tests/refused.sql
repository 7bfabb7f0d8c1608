-- Several: a second statement
SELECT 1; DROP TABLE departments

-- Several: the transaction is ended first
COMMIT; CREATE TABLE pwned (); SELECT 1

-- Several: two reads
SELECT 1; SELECT 2

-- Several: hidden after a comment
SELECT 1 /* ; */ ; -- nothing here
DELETE FROM orders

-- Several: hidden behind a text
SELECT ';'; TRUNCATE orders

-- NotARead: ending the transaction
COMMIT

-- NotARead: undoing it
ROLLBACK

-- NotARead: another name of commit
END

-- NotARead: another name of rollback
ABORT

-- NotARead: a transaction that writes
BEGIN READ WRITE

-- NotARead: turning the transaction
SET TRANSACTION READ WRITE

-- NotARead: turning the session
SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE

-- NotARead: a setting
SET default_transaction_read_only = off

-- NotARead: a local setting
SET LOCAL statement_timeout = 0

-- NotARead: a role
SET ROLE postgres

-- NotARead: a session's user
SET SESSION AUTHORIZATION postgres

-- NotARead: a setting back to its default
RESET ALL

-- NotARead: the session's state
DISCARD ALL

-- NotARead: a savepoint
SAVEPOINT s

-- NotARead: preparing a transaction
PREPARE TRANSACTION 'x'

-- NotARead: committing a prepared transaction
COMMIT PREPARED 'x'

-- NotARead: inserting
INSERT INTO departments VALUES (99, 'x', NULL)

-- NotARead: inserting after a query
WITH a AS (SELECT 98, 'x') INSERT INTO departments SELECT * FROM a

-- NotARead: updating
UPDATE employees SET salary = 0

-- NotARead: deleting
DELETE FROM orders

-- NotARead: deleting behind a comment
/* SELECT */ DELETE /**/ FROM orders

-- NotARead: merging
MERGE INTO departments AS d USING employees AS e ON d.id = e.id WHEN MATCHED THEN DELETE

-- NotARead: truncating
TRUNCATE orders CASCADE

-- NotARead: deleting in a query
WITH gone AS (DELETE FROM orders RETURNING *) SELECT * FROM gone

-- NotARead: inserting in a query
WITH made AS (INSERT INTO departments VALUES (97, 'x', NULL) RETURNING id) SELECT id FROM made

-- NotARead: updating in a query, after a read
WITH a AS (SELECT 1), b AS (UPDATE employees SET salary = 0 RETURNING 1) SELECT * FROM a

-- NotARead: deleting in a materialised query
WITH gone AS MATERIALIZED (DELETE FROM orders RETURNING id) TABLE gone

-- NotARead: deleting in a recursive query
WITH RECURSIVE a AS (SELECT 1), gone AS (DELETE FROM orders) SELECT 1

-- NotARead: deleting before values
WITH gone AS (DELETE FROM orders) VALUES (1)

-- NotARead: deleting in a query in brackets
(WITH gone AS (DELETE FROM orders RETURNING 1) SELECT * FROM gone)

-- NotARead: merging in a query [17]
WITH m AS (MERGE INTO departments AS d USING employees AS e ON d.id = e.id WHEN MATCHED THEN DELETE RETURNING d.id) SELECT * FROM m

-- NotARead: making a table
CREATE TABLE pwned AS SELECT 1

-- NotARead: making a temporary table
CREATE TEMP TABLE pwned (a int)

-- NotARead: making a view
CREATE OR REPLACE VIEW v AS SELECT 1

-- NotARead: making a function
CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'

-- NotARead: an extension
CREATE EXTENSION dblink

-- NotARead: dropping
DROP TABLE IF EXISTS departments

-- NotARead: altering
ALTER TABLE orders ADD COLUMN x int

-- NotARead: altering the system
ALTER SYSTEM SET archive_command = 'touch /tmp/pwned'

-- NotARead: granting
GRANT ALL ON orders TO public

-- NotARead: a role with all rights
CREATE ROLE pwned SUPERUSER LOGIN

-- NotARead: a comment on a table
COMMENT ON TABLE orders IS 'x'

-- NotARead: copying to a program
COPY (SELECT 1) TO PROGRAM 'touch /tmp/pwned'

-- NotARead: copying from a file
COPY departments FROM '/etc/passwd'

-- NotARead: copying to the client
COPY orders TO STDOUT

-- NotARead: a block of code
DO $$ BEGIN PERFORM pg_sleep(1); END $$

-- NotARead: a procedure
CALL p()

-- NotARead: preparing
PREPARE p AS DELETE FROM orders

-- NotARead: executing
EXECUTE p

-- NotARead: forgetting
DEALLOCATE ALL

-- NotARead: a cursor
DECLARE c CURSOR WITH HOLD FOR SELECT 1

-- NotARead: from a cursor
FETCH ALL FROM c

-- NotARead: closing cursors
CLOSE ALL

-- NotARead: listening
LISTEN channel

-- NotARead: notifying
NOTIFY channel, 'x'

-- NotARead: a lock
LOCK TABLE orders IN ACCESS EXCLUSIVE MODE

-- NotARead: a library
LOAD 'auto_explain'

-- NotARead: cleaning up
VACUUM orders

-- NotARead: counting
ANALYZE orders

-- NotARead: a checkpoint
CHECKPOINT

-- NotARead: an index again
REINDEX TABLE orders

-- NotARead: a cluster
CLUSTER orders

-- NotARead: a view again
REFRESH MATERIALIZED VIEW v

-- NotARead: tables of another server
IMPORT FOREIGN SCHEMA s FROM SERVER x INTO public

-- NotARead: the plan of a deletion
EXPLAIN DELETE FROM orders

-- NotARead: the plan of a deletion in a query
EXPLAIN WITH gone AS (DELETE FROM orders RETURNING 1) SELECT * FROM gone

-- NotARead: the plan of a new table
EXPLAIN CREATE TABLE pwned AS SELECT 1

-- NotARead: the plan of what was prepared
EXPLAIN EXECUTE p

-- ExplainOption: running it
EXPLAIN ANALYZE SELECT 1

-- ExplainOption: running it, in British
EXPLAIN ANALYSE VERBOSE SELECT 1

-- ExplainOption: running a deletion
EXPLAIN ANALYZE DELETE FROM orders

-- ExplainOption: running it by an option
EXPLAIN (ANALYZE) SELECT 1

-- ExplainOption: running it by an option among others
EXPLAIN (COSTS OFF, ANALYZE ON, VERBOSE) SELECT 1

-- ExplainOption: not running it, in so many words
EXPLAIN (ANALYZE off) SELECT 1

-- ExplainOption: running it by an option in quotes
EXPLAIN ("analyze") SELECT 1

-- ExplainOption: running it by an option in quotes, after another
EXPLAIN (costs off, "analyze" on) DELETE FROM orders

-- ExplainOption: running it by an option in escapes
EXPLAIN (U&"\0061nalyze") SELECT 1

-- Into: a new table
SELECT * INTO pwned FROM orders

-- Into: a new temporary table
SELECT 1 AS a INTO TEMPORARY TABLE pwned

-- Into: a new table after a query
WITH a AS (SELECT 1 AS n) SELECT n INTO pwned FROM a

-- Into: a new table from a union
SELECT 1 AS a INTO pwned UNION SELECT 2

-- Lock: for update
SELECT * FROM orders FOR UPDATE

-- Lock: for no key update
SELECT * FROM orders FOR NO KEY UPDATE SKIP LOCKED

-- Lock: for share of a table
SELECT * FROM orders AS o FOR SHARE OF o NOWAIT

-- Lock: for key share
SELECT * FROM orders FOR KEY SHARE

-- Lock: in a subquery
SELECT * FROM (SELECT * FROM orders LIMIT 1 FOR UPDATE) AS o

-- Lock: in a query of with
WITH a AS (SELECT * FROM orders FOR UPDATE) SELECT 1

-- Lock: before the limit
SELECT * FROM orders FOR UPDATE LIMIT 1

-- Lock: of a table in brackets
(TABLE orders) FOR SHARE

-- SecretSetting: the password of a replica
SHOW primary_conninfo

-- SecretSetting: in quotes
SHOW "Primary_ConnInfo";

-- SecretSetting: after semicolons
;; SHOW ssl_passphrase_command

-- SecretSetting: a command that may contain a password
SHOW archive_command

-- SecretSetting: of an application
SHOW app.jwt_secret

-- SecretSetting: by function
SELECT current_setting('Primary_ConnInfo')

-- SecretSetting: by function, if it exists
SELECT pg_catalog."current_setting" ('app.settings.jwt_secret', true)

-- AllSettings: among all
SHOW ALL

-- UnknownSetting: put together
SELECT current_setting('primary_' || 'conninfo')

-- UnknownSetting: with escapes
SELECT current_setting(E'primary\x5fconninfo')

-- UnknownSetting: as a dollar quote
SELECT current_setting($$primary_conninfo$$)

-- UnknownSetting: from a column
SELECT current_setting(name) FROM (VALUES ('primary_conninfo')) AS t (name)

-- UnknownSetting: as an attribute
SELECT ('primary_conninfo'::text).current_setting

-- Settings: the view of all settings
SELECT setting FROM pg_settings WHERE name = 'primary_conninfo'

-- Settings: the function behind the view
SELECT * FROM pg_catalog.pg_show_all_settings()

-- Sleep: as an attribute of an alias
SELECT t."pg_sleep" FROM (SELECT 1::float8 AS a) AS t

-- Session: a setting of the transaction
SELECT set_config('transaction_read_only', 'off', true)

-- Session: a setting of the session
SELECT set_config('search_path', 'evil', false)

-- Session: a tenant, in a materialised query
WITH a AS MATERIALIZED (SELECT set_config('app.tenant', '1', true) AS x) SELECT o.* FROM a, orders AS o

-- Session: a role, then SQL as text
WITH a AS MATERIALIZED (SELECT set_config('role', 'none', true) AS x) SELECT query_to_xml('select pg_read_file(''/etc/passwd'')', true, true, x) FROM a

-- Session: the time limit
SELECT set_config('statement_timeout', '0', true), count(*) FROM orders

-- Session: upper case, by schema
SELECT PG_CATALOG.SET_CONFIG('work_mem', '1GB', false)

-- Session: in quotes
SELECT "pg_catalog"."set_config"('work_mem', '1GB', false)

-- Session: with comments in between
SELECT set_config/* */-- x
('work_mem', '1GB', false)

-- Session: in the condition
SELECT 1 FROM orders WHERE set_config('x.y', id::text, false) IS NULL

-- Session: in the order
SELECT 1 ORDER BY set_config('x.y', 'z', false)

-- Session: in the limit
SELECT 1 LIMIT length(set_config('x.y', 'z', false))

-- Session: in a join
SELECT 1 FROM orders AS a JOIN orders AS b ON set_config('x.y', 'z', false) = 'z'

-- Session: in a default of a case
SELECT CASE WHEN true THEN set_config('x.y', 'z', false) END

-- Session: in values
VALUES (set_config('x.y', 'z', false))

-- Session: in an array, a row and a subscript
SELECT (ARRAY[ROW(set_config('x.y', 'z', false))])[1]

-- Session: in a filter of an aggregate
SELECT count(*) FILTER (WHERE set_config('x.y', 'z', false) IS NOT NULL) FROM orders

-- Session: in a window
SELECT sum(1) OVER (PARTITION BY set_config('x.y', 'z', false)) FROM orders

-- Session: in a named window
SELECT sum(1) OVER w FROM orders WINDOW w AS (ORDER BY set_config('x.y', 'z', false))

-- Session: in grouping sets
SELECT 1 FROM orders GROUP BY GROUPING SETS ((set_config('x.y', 'z', false)), ())

-- Session: in distinct
SELECT DISTINCT ON (set_config('x.y', 'z', false)) 1 FROM orders

-- Session: in having
SELECT 1 FROM orders GROUP BY status HAVING set_config('x.y', 'z', false) = 'z'

-- Session: in a sample
SELECT 1 FROM orders TABLESAMPLE SYSTEM (length(set_config('x.y', 'z', false)))

-- Session: in a plan
EXPLAIN SELECT set_config('x.y', 'z', false)

-- Session: the seed of random numbers
SELECT setseed(0.5), random()

-- Session: a limit of similarity [extension: pg_trgm]
SELECT set_limit(0.1)

-- SqlText: a query as XML
SELECT query_to_xml('DELETE FROM orders', true, true, '')

-- SqlText: its schema
SELECT query_to_xmlschema('select 1', true, true, ''), query_to_xml_and_xmlschema('select 1', true, true, '')

-- SqlText: from a table function
SELECT * FROM query_to_xml('select pg_read_file(''/etc/passwd'')', true, true, '') AS x

-- SqlText: a table as XML
SELECT table_to_xml('pg_authid', true, true, '')

-- SqlText: a schema as XML
SELECT schema_to_xml('pg_catalog', true, true, '')

-- SqlText: a database as XML
SELECT database_to_xml(true, true, '')

-- SqlText: a cursor as XML
SELECT cursor_to_xml('c', 1, true, true, '')

-- SqlText: statistics of a text search
SELECT * FROM ts_stat('select to_tsvector(pg_read_file(''/etc/passwd''))')

-- SqlText: statistics as an attribute
SELECT ('select to_tsvector(pg_read_file(''/etc/passwd''))'::text).ts_stat

-- SqlText: a rewritten search by a query
SELECT ts_rewrite('a'::tsquery, 'select ''a''::tsquery, to_tsquery(pg_read_file(''/etc/hostname''))')

-- SqlText: a rewritten search by a query, with a list inside
SELECT ts_rewrite('a'::tsquery, concat('select ', '1', ','))

-- SqlText: a pivot [extension: tablefunc]
SELECT * FROM crosstab('select 1, 2, 3') AS t (a int, b int)

-- SqlText: a tree [extension: tablefunc]
SELECT * FROM connectby('departments', 'id', 'parent_id', '1', 0) AS t (id int, parent_id int, level int)

-- SqlText: a table by XPath [extension: xml2]
SELECT * FROM xpath_table('id', 'name', 'departments', '/a', 'true') AS t (id int, a text)

-- SqlText: a way through a network [extension: pgrouting]
SELECT * FROM pgr_dijkstra('SELECT pg_read_file(''/etc/passwd'')', 1, 2)

-- SqlText: a command on all workers [extension: citus]
SELECT run_command_on_workers('DROP TABLE orders')

-- SqlText: a graph's language [extension: age]
SELECT * FROM cypher('g', $$ CREATE (n) $$) AS (a agtype)

-- Files: a file
SELECT pg_read_file('/etc/passwd')

-- Files: a file from a table function
SELECT * FROM pg_read_file('/etc/passwd')

-- Files: a file as an attribute of a text
SELECT ('/etc/passwd'::text).pg_read_file

-- Files: a file as an attribute of a table function
SELECT x.pg_read_file FROM unnest(ARRAY['/etc/passwd']) AS x

-- Files: a file as an attribute of a column
SELECT (t.x).pg_read_file FROM (SELECT '/etc/passwd'::text AS x) AS t

-- Files: a file as an attribute of an element
SELECT (ARRAY['/etc/passwd'])[1].pg_read_file

-- Files: a file as an attribute in quotes
SELECT ('/etc/passwd'::text)."pg_read_file"

-- Files: a file as an attribute of a cast in FROM
SELECT x.pg_read_file FROM CAST('/etc/passwd' AS text) AS x

-- UnicodeName: a file by escapes
SELECT U&"pg\005fread_file"('/etc/passwd')

-- UnicodeName: a file by escapes of one's own
SELECT U&"pg!005fread_file" UESCAPE '!' ('/etc/passwd')

-- UnicodeName: a file by escapes, as an attribute
SELECT ('/etc/passwd'::text).u&"pg\005fread_file"

-- Treat: a file by the name of a type
SELECT TREAT('/etc/passwd' AS pg_read_file)

-- Treat: a sleep by the name of a type
SELECT treat (0.1 AS pg_sleep)

-- Files: a file, in bytes
SELECT convert_from(pg_read_binary_file('/etc/passwd'), 'UTF8')

-- Files: a folder
SELECT pg_ls_dir('/')

-- Files: a folder from a table function, lateral
SELECT * FROM (VALUES ('/')) AS v (d), LATERAL pg_ls_dir(v.d) AS f

-- Files: a folder among several functions
SELECT * FROM ROWS FROM (generate_series(1, 3), pg_ls_dir('/')) AS t

-- Files: folders of the server
SELECT * FROM pg_ls_logdir(), pg_ls_waldir(), pg_ls_tmpdir()

-- Files: a file's size
SELECT (pg_stat_file('/etc/passwd')).size

-- Files: the log's name
SELECT pg_current_logfile()

-- Files: who may log in, as a view
SELECT * FROM pg_hba_file_rules

-- Files: who may log in, as a function
SELECT * FROM pg_catalog.pg_hba_file_rules()

-- Files: settings in files
SELECT * FROM pg_file_settings

-- Files: names that are mapped
TABLE pg_ident_file_mappings

-- Files: how the server was built
SELECT * FROM pg_config

-- Files: writing [extension: adminpack]
SELECT pg_file_write('/tmp/pwned', 'x', false)

-- Files: removing [extension: adminpack]
SELECT pg_catalog.pg_file_unlink('/tmp/pwned')

-- Files: a sheet of styles [extension: xml2]
SELECT xslt_process('<a/>', '<xsl:stylesheet/>')

-- LargeObjects: from a file
SELECT lo_import('/etc/passwd')

-- LargeObjects: to a file
SELECT lo_export(1, '/tmp/pwned')

-- LargeObjects: a new one
SELECT lo_create(0)

-- LargeObjects: a new one as an attribute
SELECT (0::oid).lo_create

-- LargeObjects: a new one from bytes
SELECT lo_from_bytea(0, '\x00')

-- LargeObjects: its bytes
SELECT lo_get(1)

-- LargeObjects: other bytes
SELECT lo_put(1, 0, '\x00')

-- LargeObjects: reading by a handle
SELECT loread(lo_open(1, 262144), 100)

-- LargeObjects: removing
SELECT lo_unlink(1)

-- LargeObjects: as a table
SELECT * FROM pg_catalog.pg_largeobject

-- Signals: ending sessions
SELECT pg_terminate_backend(pid) FROM pg_stat_activity

-- Signals: ending sessions as an attribute
SELECT (pid).pg_terminate_backend FROM pg_stat_activity

-- Signals: ending statements
SELECT pg_cancel_backend(pid) FROM pg_stat_activity

-- Signals: reading settings again
SELECT pg_reload_conf()

-- Signals: a new log
SELECT pg_rotate_logfile()

-- Signals: filling the log
SELECT pg_log_backend_memory_contexts(pg_backend_pid())

-- Signals: promoting
SELECT pg_promote()

-- AdvisoryLocks: a lock
SELECT pg_advisory_lock(42)

-- AdvisoryLocks: a lock as an attribute
SELECT (42::bigint).pg_advisory_lock

-- AdvisoryLocks: perhaps a lock
SELECT pg_try_advisory_lock_shared(1, 2)

-- AdvisoryLocks: a lock of the transaction
SELECT pg_advisory_xact_lock(id) FROM orders

-- AdvisoryLocks: freeing all
SELECT pg_advisory_unlock_all()

-- Messages: to a channel
SELECT pg_notify('channel', 'x')

-- Messages: into the log
SELECT pg_logical_emit_message(false, 'x', 'y')

-- Sleep: a second
SELECT pg_sleep(1)

-- Sleep: a second as an attribute
SELECT (1::float8).pg_sleep

-- Sleep: each row as an attribute of a function
SELECT g.pg_sleep FROM unnest(ARRAY[1, 2]::float8[]) AS g

-- Sleep: for an interval
SELECT pg_sleep_for('1 second')

-- Sleep: until
SELECT pg_sleep_until('tomorrow')

-- Sleep: in a table function
SELECT * FROM pg_sleep(1)

-- Replication: a backup
SELECT pg_backup_start('x')

-- Replication: the end of a backup
SELECT * FROM pg_backup_stop()

-- Replication: another segment of the log
SELECT pg_switch_wal()

-- Replication: a point to restore
SELECT pg_create_restore_point('x')

-- Replication: a slot
SELECT pg_create_physical_replication_slot('x')

-- Replication: a logical slot
SELECT * FROM pg_create_logical_replication_slot('x', 'test_decoding')

-- Replication: no slot
SELECT pg_drop_replication_slot('x')

-- Replication: changes of a slot
SELECT * FROM pg_logical_slot_get_changes('x', NULL, NULL)

-- Replication: changes that stay
SELECT * FROM pg_logical_slot_peek_changes('x', NULL, NULL)

-- Replication: an origin
SELECT pg_replication_origin_create('x')

-- Replication: a pause
SELECT pg_wal_replay_pause()

-- Replication: a snapshot in the log [17]
SELECT pg_log_standby_snapshot()

-- Statistics: none any more
SELECT pg_stat_reset()

-- Statistics: of everything
SELECT pg_stat_reset_shared('bgwriter')

-- Statistics: of statements [extension: pg_stat_statements]
SELECT pg_stat_statements_reset()

-- Maintenance: an index of words
SELECT gin_clean_pending_list('orders_pkey')

-- Maintenance: an index of ranges
SELECT brin_summarize_new_values('orders_pkey')

-- Maintenance: collations
SELECT pg_import_system_collations('pg_catalog')

-- Maintenance: memory [extension: pg_prewarm]
SELECT pg_prewarm('orders')

-- Maintenance: rows by force [extension: pg_surgery]
SELECT heap_force_kill('orders', ARRAY['(0,1)']::tid[])

-- Maintenance: checking an index [extension: amcheck]
SELECT bt_index_parent_check('orders_pkey', true)

-- Maintenance: what upgrades do
SELECT binary_upgrade_set_next_pg_type_oid(1)

-- Sequences: the next number
SELECT nextval('s')

-- Sequences: the next number as an attribute
SELECT ('s'::regclass).nextval

-- Sequences: another number
SELECT setval('s', 1)

-- Transactions: a number
SELECT txid_current()

-- Transactions: a number, by its new name
SELECT pg_current_xact_id()

-- Transactions: a snapshot
SELECT pg_export_snapshot()

-- RawStorage: a page [extension: pageinspect]
SELECT get_raw_page('orders', 0)

-- RawStorage: the rows of a page [extension: pageinspect]
SELECT * FROM heap_page_items(get_raw_page('orders', 0))

-- RawStorage: an index's page [extension: pageinspect]
SELECT * FROM bt_page_items('orders_pkey', 1)

-- RawStorage: records of the log [extension: pg_walinspect]
SELECT * FROM pg_get_wal_records_info('0/1', '0/2')

-- RawStorage: locks of rows [extension: pgrowlocks]
SELECT * FROM pgrowlocks('orders')

-- RawStorage: how full a table is [extension: pgstattuple]
SELECT * FROM pgstattuple('orders')

-- RawStorage: what is stored apart [invalid: the number differs]
SELECT * FROM pg_toast.pg_toast_2619

-- Remote: another server [extension: dblink]
SELECT * FROM dblink('dbname=postgres', 'DELETE FROM orders RETURNING id') AS t (id int)

-- Remote: another server, no rows [extension: dblink]
SELECT dblink_exec('dbname=postgres', 'DROP TABLE orders')

-- Remote: a connection as an attribute [extension: dblink]
SELECT ('dbname=postgres'::text).dblink_connect

-- Remote: connections of a wrapper [extension: postgres_fdw]
SELECT postgres_fdw_disconnect_all()

-- Remote: a web page [extension: http]
SELECT content FROM http_get('http://169.254.169.254/latest/meta-data')

-- Remote: a web page as an attribute [extension: http]
SELECT ('http://169.254.169.254'::text).http_get

-- Remote: a web request [extension: http]
SELECT * FROM http(('GET', 'http://localhost', NULL, NULL, NULL)::http_request)

-- Remote: a web request later [extension: pg_net]
SELECT net.http_post(url := 'http://localhost', body := '{}'::jsonb)

-- Remote: a file of a cloud [extension: aws_s3]
SELECT * FROM aws_s3.query_export_to_s3('SELECT 1', 'bucket')

-- Remote: a function of a cloud [extension: aws_lambda]
SELECT * FROM aws_lambda.invoke('f', '{}'::json)

-- Jobs: a job [extension: pg_cron]
SELECT cron.schedule('* * * * *', 'DELETE FROM orders')

-- Jobs: a job in another database [extension: pg_cron]
SELECT "cron" . schedule_in_database('x', '* * * * *', 'DELETE FROM orders', 'postgres')

-- Jobs: a job by search path [extension: pg_cron]
SELECT schedule('* * * * *', 'DELETE FROM orders')

-- Secrets: passwords
SELECT rolname, rolpassword FROM pg_authid

-- Secrets: passwords by another view
SELECT * FROM pg_catalog."pg_shadow"

-- Secrets: passwords of other servers
SELECT umoptions FROM pg_user_mapping

-- Secrets: passwords of other servers by another view
SELECT * FROM information_schema.user_mapping_options

-- Secrets: connections of subscriptions
TABLE pg_subscription

-- Secrets: values of columns
SELECT stavalues1 FROM pg_statistic

-- Unchecked: an escape in a text that goes on
SELECT E'a'
'\'
', pg_sleep(1) AS "x'" -- "

-- Syntax: a typo [invalid]
SELEC 1

-- Syntax: a word too many [invalid]
SELECT a b c FROM t

-- Syntax: a text without an end [invalid]
SELECT 'abc

-- Syntax: a comment without an end [invalid]
SELECT 1 /* DROP TABLE x

-- Syntax: a name without an end [invalid]
SELECT "abc

-- Syntax: dollars without an end [invalid]
SELECT $a$ x $b$

-- Syntax: commas in the limit [invalid]
SELECT 1 LIMIT 1, 2

-- Syntax: a deletion as a subquery [invalid]
SELECT * FROM (DELETE FROM orders RETURNING *) AS x

-- Syntax: a deletion in a condition [invalid]
SELECT 1 WHERE EXISTS (DELETE FROM orders RETURNING 1)

-- Syntax: what a mysql would understand [invalid]
SELECT 1 INTO OUTFILE '/tmp/pwned' FROM orders

-- Syntax: a backslash of a client [invalid]
\copy orders to '/tmp/pwned'

-- Empty: nothing but a comment
-- nothing
