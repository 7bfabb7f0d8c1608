REVOKE ALL ON SCHEMA public FROM PUBLIC;

GRANT USAGE ON SCHEMA public TO toolwright_reader;

ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO toolwright_reader;

-- What a reader could do to the sessions of others, to its own, or with SQL in a text: not even where a gate lets it through.
DO $$
DECLARE
    function regprocedure;
BEGIN
    FOR function IN
        SELECT oid FROM pg_proc
        WHERE pronamespace = 'pg_catalog'::regnamespace
        AND (proname IN ('set_config', 'pg_notify', 'ts_stat', 'pg_terminate_backend', 'pg_cancel_backend')
            OR proname ~ '^(query|cursor|table|schema|database)_to_xml'
            OR proname ~ '^(lo_|loread|lowrite)'
            OR proname ~ '^pg_(try_)?advisory_'
            OR proname ~ '^pg_sleep')
    LOOP
        EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', function);
    END LOOP;
END $$;
