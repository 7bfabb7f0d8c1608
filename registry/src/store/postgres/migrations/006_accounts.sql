-- Users and their keys: every change has a number and is announced.

-- The number of the latest change.
ALTER TABLE registry_state ADD COLUMN accounts bigint NOT NULL DEFAULT 0;

-- A `user` owns something and was not added by an admin: somebody with a token of an authorization server.
ALTER TABLE users
    ADD COLUMN revision bigint NOT NULL DEFAULT 0,
    ADD CONSTRAINT users_role CHECK (role IN ('admin', 'author', 'caller', 'user', 'nobody'));
CREATE INDEX users_revision ON users (revision);

-- There was no key before. A key names its agent, which may be made later.
ALTER TABLE api_keys
    DROP COLUMN agent_id,
    DROP COLUMN name,
    DROP COLUMN last_four,
    ADD COLUMN key_id varchar(12) NOT NULL UNIQUE,
    ADD COLUMN role varchar(50) CHECK (role IN ('admin', 'author', 'caller')),
    ADD COLUMN tools jsonb CHECK (jsonb_typeof(tools) = 'array'),
    ADD COLUMN agent varchar(255),
    ADD COLUMN label text NOT NULL DEFAULT '',
    ADD COLUMN revision bigint NOT NULL DEFAULT 0;
CREATE INDEX api_keys_revision ON api_keys (revision);

-- Numbers a change. The server numbers one with all its statements itself, and says so.
CREATE FUNCTION begin_account_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF current_setting('toolwright.accounts', true) IS DISTINCT FROM 'on' THEN
        UPDATE registry_state SET accounts = accounts + 1;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER a_begin_change BEFORE INSERT OR UPDATE OR DELETE ON users
    FOR EACH STATEMENT EXECUTE FUNCTION begin_account_change();
CREATE TRIGGER a_begin_change BEFORE INSERT OR UPDATE OR DELETE ON api_keys
    FOR EACH STATEMENT EXECUTE FUNCTION begin_account_change();

CREATE FUNCTION number_account_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    SELECT accounts INTO NEW.revision FROM registry_state;
    NEW.updated_at := clock_timestamp();
    RETURN NEW;
END
$$;
CREATE TRIGGER number_change BEFORE INSERT OR UPDATE ON users
    FOR EACH ROW EXECUTE FUNCTION number_account_change();
CREATE TRIGGER number_change BEFORE INSERT OR UPDATE ON api_keys
    FOR EACH ROW EXECUTE FUNCTION number_account_change();

CREATE FUNCTION announce_accounts() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    PERFORM pg_notify(TG_TABLE_SCHEMA || '_registry',
        json_build_object('kind', 'accounts', 'revision', accounts)::text) FROM registry_state;
    RETURN NULL;
END
$$;
CREATE TRIGGER announce AFTER INSERT OR UPDATE ON users
    FOR EACH STATEMENT EXECUTE FUNCTION announce_accounts();
CREATE TRIGGER announce AFTER INSERT OR UPDATE ON api_keys
    FOR EACH STATEMENT EXECUTE FUNCTION announce_accounts();

-- Definitions name their owner.
CREATE FUNCTION keep_user_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a user keeps its name: add another user' USING ERRCODE = 'check_violation';
END
$$;
CREATE TRIGGER keep_name BEFORE UPDATE ON users
    FOR EACH ROW WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION keep_user_name();

-- A user who is gone has no keys.
CREATE FUNCTION revoke_keys() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    UPDATE api_keys SET deleted_at = NEW.deleted_at WHERE user_id = NEW.id AND deleted_at IS NULL;
    RETURN NULL;
END
$$;
CREATE TRIGGER revoke_keys AFTER UPDATE ON users
    FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION revoke_keys();

-- Nothing is deleted: what owned something, and who had a key, can be told later.
CREATE FUNCTION keep_deleted_account() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    EXECUTE format('UPDATE %I SET deleted_at = now() WHERE id = $1 AND deleted_at IS NULL', TG_TABLE_NAME) USING OLD.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER keep_deleted BEFORE DELETE ON users
    FOR EACH ROW EXECUTE FUNCTION keep_deleted_account();
CREATE TRIGGER keep_deleted BEFORE DELETE ON api_keys
    FOR EACH ROW EXECUTE FUNCTION keep_deleted_account();
