-- Limits that all servers hold together, and the log of calls. The functions run with the rights of
-- the owner of the tables, so that an account which only writes can use them.

-- A function of the owner must not find a table of somebody else first.
SELECT set_config('search_path', current_schema() || ', pg_catalog, pg_temp', true);

-- Refuses whoever may not write the tables.
CREATE FUNCTION check_writer() RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF NOT has_table_privilege(session_user, 'executions', 'INSERT') THEN
        RAISE EXCEPTION 'only who may write the table `executions` may do that'
            USING ERRCODE = 'insufficient_privilege';
    END IF;
END
$$;

-- The servers that hold a share of some limit. One that was not seen for 15 seconds is gone.
CREATE TABLE limit_servers (
    id uuid PRIMARY KEY,
    seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- The calls that count for a minute or an hour, in 120 slots. The subject is the hash of a tool and a
-- caller.
CREATE TABLE limit_calls (
    subject uuid NOT NULL,
    period integer NOT NULL CHECK (period IN (60, 3600)),
    slot bigint NOT NULL,
    calls bigint NOT NULL,
    PRIMARY KEY (subject, period, slot)
) WITH (fillfactor = 50);

-- What each server has taken ahead: calls that it may begin, and calls that it may run at once.
CREATE TABLE limit_shares (
    subject uuid NOT NULL,
    server_id uuid NOT NULL,
    tokens integer NOT NULL,
    slots integer NOT NULL,
    PRIMARY KEY (subject, server_id)
) WITH (fillfactor = 50);
CREATE INDEX limit_shares_server ON limit_shares (server_id);

-- Counts calls at the time `ms`. Returns how many count, and when the oldest of them are over.
CREATE FUNCTION count_calls(
    of_subject uuid, of_period integer, more integer, ms bigint, OUT counted bigint, OUT over_at bigint
) LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    width bigint := of_period * 1000 / 120;
    first_slot bigint := (ms - of_period * 1000) / width;
BEGIN
    IF more > 0 THEN
        INSERT INTO limit_calls AS known (subject, period, slot, calls)
        VALUES (of_subject, of_period, ms / width, more)
        ON CONFLICT (subject, period, slot) DO UPDATE SET calls = known.calls + excluded.calls;
    END IF;
    DELETE FROM limit_calls WHERE subject = of_subject AND period = of_period AND slot < first_slot;
    SELECT coalesce(sum(calls), 0), (min(slot) + 1) * width + of_period * 1000 INTO counted, over_at
    FROM limit_calls WHERE subject = of_subject AND period = of_period;
END
$$;

-- Tells what a server has used of its shares, and returns its new shares, in one round trip.
--
-- A call counts from the moment at which it is told, and before that as a token of its server: so at
-- no time do more calls count than the limit.
CREATE FUNCTION exchange_limits(
    this_server uuid, subjects uuid[], per_minute integer[], per_hour integer[], concurrent integer[],
    minute_calls integer[], hour_calls integer[], kept integer[], waiting integer[], ahead integer[],
    running integer[], waiting_slots integer[]
) RETURNS TABLE (place integer, tokens integer, slots integer, free_slots integer, wait_ms bigint, servers integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
#variable_conflict use_variable
DECLARE
    asked record;
    counted record;
    ms bigint;
    others bigint;
    others_slots bigint;
    free bigint;
    largest bigint;
BEGIN
    PERFORM check_writer();
    -- A crash of the database may forget the last moments of counting.
    PERFORM set_config('synchronous_commit', 'off', true);
    INSERT INTO limit_servers AS known (id) VALUES (this_server)
    ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp()
        WHERE known.seen_at < clock_timestamp() - interval '2 seconds';
    SELECT greatest(count(*), 1) INTO servers FROM limit_servers AS known
    WHERE known.seen_at > clock_timestamp() - interval '15 seconds';
    FOR asked IN
        SELECT * FROM unnest(
            subjects, per_minute, per_hour, concurrent, minute_calls, hour_calls, kept, waiting, ahead, running, waiting_slots
        ) WITH ORDINALITY AS it (
            subject, most_minute, most_hour, most_slots, minute_calls, hour_calls, kept, waiting, ahead, running, waiting_slots, place
        )
        -- Always in the same order, so that no two servers wait for each other.
        ORDER BY it.subject
    LOOP
        PERFORM pg_advisory_xact_lock(hashtextextended(asked.subject::text, 0));
        ms := floor(extract(epoch FROM clock_timestamp()) * 1000);
        SELECT coalesce(sum(share.tokens), 0), coalesce(sum(share.slots), 0) INTO others, others_slots
        FROM limit_shares AS share WHERE share.subject = asked.subject AND share.server_id <> this_server;
        free := 2147483647;
        wait_ms := 0;
        largest := greatest(least(asked.most_minute, asked.most_hour) / (10 * servers), 1);
        IF asked.most_minute IS NOT NULL THEN
            counted := count_calls(asked.subject, 60, asked.minute_calls, ms);
            free := least(free, asked.most_minute - counted.counted - others);
            IF counted.counted >= asked.most_minute THEN
                wait_ms := greatest(wait_ms, counted.over_at - ms);
            END IF;
        END IF;
        IF asked.most_hour IS NOT NULL THEN
            counted := count_calls(asked.subject, 3600, asked.hour_calls, ms);
            free := least(free, asked.most_hour - counted.counted - others);
            IF counted.counted >= asked.most_hour THEN
                wait_ms := greatest(wait_ms, counted.over_at - ms);
            END IF;
        END IF;
        tokens := 0;
        IF asked.most_minute IS NOT NULL OR asked.most_hour IS NOT NULL THEN
            tokens := greatest(asked.kept, least(asked.waiting + least(asked.ahead, largest), free));
            IF tokens = 0 AND wait_ms = 0 THEN
                -- Other servers have taken the rest, and give back what they do not use.
                wait_ms := 1000;
            END IF;
        END IF;
        slots := 0;
        free_slots := 0;
        IF asked.most_slots IS NOT NULL THEN
            free_slots := asked.most_slots / (4 * servers);
            slots := greatest(asked.running, least(asked.running + asked.waiting_slots, asked.most_slots - others_slots));
        END IF;
        IF tokens = 0 AND slots = 0 THEN
            DELETE FROM limit_shares AS share WHERE share.subject = asked.subject AND share.server_id = this_server;
        ELSE
            INSERT INTO limit_shares AS share (subject, server_id, tokens, slots)
            VALUES (asked.subject, this_server, tokens, slots)
            ON CONFLICT ON CONSTRAINT limit_shares_pkey DO UPDATE SET tokens = excluded.tokens, slots = excluded.slots
                WHERE (share.tokens, share.slots) <> (excluded.tokens, excluded.slots);
        END IF;
        place := asked.place;
        RETURN NEXT;
    END LOOP;
    IF cardinality(subjects) = 0 THEN
        RETURN NEXT;
    END IF;
END
$$;

-- Takes back the shares of servers that are gone: what they had taken ahead counts as used. A server that
-- stops gives its own back.
CREATE FUNCTION end_limit_shares(stopped uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    ms bigint := floor(extract(epoch FROM clock_timestamp()) * 1000);
    gone uuid[];
BEGIN
    PERFORM check_writer();
    IF stopped IS NOT NULL THEN
        DELETE FROM limit_shares WHERE server_id = stopped;
        DELETE FROM limit_servers WHERE id = stopped;
        RETURN;
    END IF;
    WITH old AS (
        SELECT id FROM limit_servers WHERE seen_at < clock_timestamp() - interval '15 seconds'
        FOR UPDATE SKIP LOCKED
    ), ended AS (
        DELETE FROM limit_servers USING old WHERE limit_servers.id = old.id RETURNING limit_servers.id
    )
    SELECT array_agg(id) INTO gone FROM ended;
    IF gone IS NOT NULL THEN
        INSERT INTO limit_calls AS known (subject, period, slot, calls)
        SELECT subject, period, ms / (period * 1000 / 120), sum(tokens)
        FROM limit_shares CROSS JOIN (VALUES (60), (3600)) AS periods (period)
        WHERE server_id = ANY (gone) AND tokens > 0
        GROUP BY subject, period ORDER BY subject, period
        ON CONFLICT (subject, period, slot) DO UPDATE SET calls = known.calls + excluded.calls;
        DELETE FROM limit_shares WHERE server_id = ANY (gone);
    END IF;
    -- Those of callers that have not called for long. One server does it, the others need not.
    IF pg_try_advisory_xact_lock(hashtextextended(current_schema() || '.limit_calls', 0)) THEN
        DELETE FROM limit_calls WHERE slot < (ms - period * 1000) / (period * 1000 / 120);
    END IF;
END
$$;

-- The log. A record is kept as the server wrote it, in `record`: JSON in columns would lose the order of
-- fields, and cannot hold the character 0. `record::json -> 'arguments'` has its arguments.
ALTER TABLE executions
    DROP COLUMN arguments,
    DROP COLUMN output,
    DROP COLUMN error,
    DROP COLUMN error_kind,
    ADD COLUMN server varchar(255) NOT NULL,
    ADD COLUMN key_id varchar(255),
    ADD COLUMN client varchar(255),
    ADD COLUMN outcome varchar(50) NOT NULL,
    ADD COLUMN is_test boolean NOT NULL DEFAULT false,
    ADD COLUMN ended_at timestamptz NOT NULL,
    ADD COLUMN record text NOT NULL;
CREATE INDEX executions_ended ON executions (ended_at, id);

-- Makes the partition of a day, in UTC. What the default partition has of that day moves there.
CREATE FUNCTION prepare_executions(wanted date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    partition text := 'executions_' || to_char(wanted, 'YYYYMMDD');
    first timestamptz := wanted::timestamp AT TIME ZONE 'UTC';
    next timestamptz := (wanted + 1)::timestamp AT TIME ZONE 'UTC';
BEGIN
    PERFORM check_writer();
    PERFORM pg_advisory_xact_lock(hashtextextended(current_schema() || '.executions', 0));
    IF EXISTS (SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relname = partition) THEN
        RETURN;
    END IF;
    PERFORM set_config('lock_timeout', '5s', true);
    EXECUTE format('CREATE TABLE %I (LIKE executions INCLUDING DEFAULTS)', partition);
    EXECUTE format(
        'WITH moved AS (DELETE FROM executions_default WHERE at >= %L AND at < %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
        first, next, partition);
    EXECUTE format('ALTER TABLE executions ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', partition, first, next);
END
$$;

-- Drops the partitions of the days before this one. Returns how many.
CREATE FUNCTION drop_executions(before date) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    partition text;
    dropped integer := 0;
BEGIN
    PERFORM check_writer();
    PERFORM set_config('lock_timeout', '5s', true);
    PERFORM pg_advisory_xact_lock(hashtextextended(current_schema() || '.executions', 0));
    FOR partition IN
        SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
        WHERE inhparent = 'executions'::regclass AND relname ~ '^executions_[0-9]{8}$'
            AND relname < 'executions_' || to_char(before, 'YYYYMMDD')
    LOOP
        EXECUTE format('DROP TABLE %I', partition);
        dropped := dropped + 1;
    END LOOP;
    DELETE FROM executions_default WHERE at < before::timestamp AT TIME ZONE 'UTC';
    RETURN dropped;
END
$$;
