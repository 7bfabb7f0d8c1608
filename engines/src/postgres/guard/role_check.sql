-- Selects what the current role could do beyond reading: the kind, the role, a count, and names.
-- A superuser could do everything, so nothing else is selected for it but extensions.
WITH me AS (
    SELECT r.* FROM pg_catalog.pg_roles AS r WHERE r.rolname = current_user
), relations AS (
    SELECT c.oid, c.relkind, c.relowner, pg_catalog.format('%I.%I', n.nspname, c.relname) AS name
    FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
), found (kind, role, count, names) AS (
    SELECT 'superuser', me.rolname, NULL::bigint, NULL::text FROM me WHERE me.rolsuper
    UNION ALL
    SELECT 'bypasses row security', me.rolname, NULL, NULL FROM me WHERE me.rolbypassrls
    UNION ALL
    SELECT 'creates roles', me.rolname, NULL, NULL FROM me WHERE me.rolcreaterole
    UNION ALL
    SELECT 'creates databases', me.rolname, NULL, NULL FROM me WHERE me.rolcreatedb
    UNION ALL
    SELECT 'replicates', me.rolname, NULL, NULL FROM me WHERE me.rolreplication
    UNION ALL
    SELECT 'runs programs', me.rolname, NULL, r.rolname FROM me, pg_catalog.pg_roles AS r
    WHERE r.rolname IN ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program')
      AND pg_catalog.pg_has_role(me.oid, r.oid, 'MEMBER')
    UNION ALL
    SELECT 'strong member', me.rolname, NULL, r.rolname FROM me, pg_catalog.pg_roles AS r
    WHERE r.rolname IN ('pg_write_all_data', 'pg_signal_backend', 'pg_checkpoint', 'pg_maintain',
                        'pg_create_subscription', 'pg_use_reserved_connections')
      AND pg_catalog.pg_has_role(me.oid, r.oid, 'MEMBER')
    UNION ALL
    SELECT 'reads everything', me.rolname, NULL, r.rolname FROM me, pg_catalog.pg_roles AS r
    WHERE r.rolname = 'pg_read_all_data' AND pg_catalog.pg_has_role(me.oid, r.oid, 'MEMBER')
    UNION ALL
    SELECT 'untrusted language', me.rolname, NULL, l.lanname FROM me, pg_catalog.pg_language AS l
    WHERE NOT l.lanpltrusted AND l.lanname NOT IN ('internal', 'c') AND pg_catalog.has_language_privilege(l.oid, 'USAGE')
    UNION ALL
    SELECT 'writes', me.rolname, count(*), (pg_catalog.array_agg(t.name ORDER BY t.name))[1] FROM me, relations AS t
    WHERE t.relkind <> 'S' AND t.relowner <> me.oid
      AND (pg_catalog.has_table_privilege(t.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')
           OR pg_catalog.has_any_column_privilege(t.oid, 'INSERT, UPDATE'))
    GROUP BY me.rolname
    UNION ALL
    SELECT 'owns', me.rolname, count(*), (pg_catalog.array_agg(t.name ORDER BY t.name))[1] FROM me, relations AS t
    WHERE t.relkind <> 'S' AND pg_catalog.pg_has_role(me.oid, t.relowner, 'MEMBER')
    GROUP BY me.rolname
    UNION ALL
    SELECT 'moves sequences', me.rolname, count(*), (pg_catalog.array_agg(t.name ORDER BY t.name))[1] FROM me, relations AS t
    WHERE CASE WHEN t.relkind = 'S' THEN pg_catalog.has_sequence_privilege(t.oid, 'USAGE, UPDATE') END
    GROUP BY me.rolname
    UNION ALL
    SELECT 'creates in schema', me.rolname, NULL, n.nspname FROM me, pg_catalog.pg_namespace AS n
    WHERE n.nspname !~ '^pg_(toast_)?temp_' AND pg_catalog.has_schema_privilege(n.oid, 'CREATE')
    UNION ALL
    SELECT 'creates schemas', me.rolname, NULL, d.datname FROM me, pg_catalog.pg_database AS d
    WHERE d.datname = pg_catalog.current_database() AND pg_catalog.has_database_privilege(d.oid, 'CREATE')
    UNION ALL
    SELECT 'extension', me.rolname, NULL, e.extname FROM me, pg_catalog.pg_extension AS e
    WHERE e.extname IN ('adminpack', 'aws_lambda', 'aws_s3', 'azure_storage', 'dblink', 'file_fdw', 'http', 'mysql_fdw', 'oracle_fdw',
                        'pageinspect', 'pg_background', 'pg_cron', 'pg_duckdb', 'pg_net', 'pg_surgery', 'pg_walinspect', 'plperlu',
                        'plpython3u', 'plsh', 'pltclu', 'plv8', 'postgres_fdw', 'tablefunc', 'tds_fdw', 'xml2')
    UNION ALL
    SELECT 'public functions', me.rolname, count(*), (pg_catalog.array_agg(p.proname::text ORDER BY p.proname))[1] FROM me, pg_catalog.pg_proc AS p
    WHERE p.pronamespace = 'pg_catalog'::regnamespace
      AND p.proname IN ('set_config', 'query_to_xml', 'ts_stat', 'pg_terminate_backend', 'pg_cancel_backend', 'pg_advisory_lock', 'lo_create',
                        'lo_from_bytea', 'pg_notify', 'pg_sleep')
      AND pg_catalog.has_function_privilege(p.oid, 'EXECUTE')
    GROUP BY me.rolname
    UNION ALL
    SELECT 'definer functions', me.rolname, count(*), (pg_catalog.array_agg(p.oid::regprocedure::text ORDER BY p.oid))[1] FROM me, pg_catalog.pg_proc AS p
    WHERE p.prosecdef AND p.pronamespace <> 'pg_catalog'::regnamespace AND pg_catalog.has_function_privilege(p.oid, 'EXECUTE')
    GROUP BY me.rolname
)
SELECT f.kind, f.role::text, f.count::text, f.names
FROM found AS f
WHERE f.kind = 'superuser' OR f.kind = 'extension' OR NOT EXISTS (SELECT FROM me WHERE me.rolsuper)
