-- The other MCP servers: every change has a number and is announced. `config` is an entry of `mcp.json` without
-- `disabled`, which `is_active` says.

-- The numbers of the latest changes.
ALTER TABLE registry_state
    ADD COLUMN servers bigint NOT NULL DEFAULT 0,
    ADD COLUMN pins bigint NOT NULL DEFAULT 0;

-- The definitions of other servers that an administrator has seen: later ones are held back.
CREATE TABLE server_pins (
    server varchar(255) PRIMARY KEY,
    pins text NOT NULL,
    revision bigint NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX server_pins_revision ON server_pins (revision);

-- Numbers a change. The server numbers one with all its statements itself, and says so.
CREATE FUNCTION begin_server_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF current_setting('toolwright.servers', true) IS DISTINCT FROM 'on' THEN
        UPDATE registry_state SET servers = servers + 1;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER a_begin_change BEFORE INSERT OR UPDATE OR DELETE ON mcp_servers
    FOR EACH STATEMENT EXECUTE FUNCTION begin_server_change();

CREATE FUNCTION number_server_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    SELECT servers INTO NEW.revision FROM registry_state;
    NEW.updated_at := clock_timestamp();
    RETURN NEW;
END
$$;
CREATE TRIGGER number_change BEFORE INSERT OR UPDATE ON mcp_servers
    FOR EACH ROW EXECUTE FUNCTION number_server_change();

CREATE FUNCTION announce_servers() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    PERFORM pg_notify(TG_TABLE_SCHEMA || '_registry',
        json_build_object('kind', TG_TABLE_NAME, 'revision', greatest(servers, pins))::text) FROM registry_state;
    RETURN NULL;
END
$$;
CREATE TRIGGER announce AFTER INSERT OR UPDATE ON mcp_servers
    FOR EACH STATEMENT EXECUTE FUNCTION announce_servers();
CREATE TRIGGER announce AFTER INSERT OR UPDATE ON server_pins
    FOR EACH STATEMENT EXECUTE FUNCTION announce_servers();

-- Nothing is deleted.
CREATE TRIGGER keep_deleted BEFORE DELETE ON mcp_servers
    FOR EACH ROW EXECUTE FUNCTION keep_deleted_account();
