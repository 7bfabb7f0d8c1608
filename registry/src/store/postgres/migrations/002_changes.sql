-- What every change of a tool does, whoever makes it: it is numbered, has a version, and is announced.

-- Returns the user of this name, who is added if there is none.
CREATE FUNCTION user_id(wanted text) RETURNS uuid LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    found uuid;
BEGIN
    IF wanted IS NULL THEN
        RETURN '00000000-0000-0000-0000-000000000000';
    END IF;
    LOOP
        SELECT id INTO found FROM users WHERE name = wanted AND deleted_at IS NULL;
        IF found IS NOT NULL THEN
            RETURN found;
        END IF;
        INSERT INTO users (name) VALUES (wanted) ON CONFLICT DO NOTHING;
    END LOOP;
END
$$;

-- Returns a definition with the values of the columns of its row.
CREATE FUNCTION definition_of(tool tools) RETURNS text LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
DECLARE
    owner text;
    fields jsonb := coalesce(nullif(tool.definition, ''), '{}')::jsonb
        - '{description,description_agent,type,tool_type,definition,parameters,input_schema}'::text[]
        - '{output_schema,auth,auth_config,rate_limit,owner}'::text[];
BEGIN
    SELECT name INTO owner FROM users WHERE id = tool.owner_id AND name <> '*';
    fields := fields || jsonb_strip_nulls(jsonb_build_object(
            'name', tool.name, 'type', tool.tool_type, 'description', tool.description, 'owner', owner))
        || jsonb_build_object('config', tool.config, 'is_active', tool.is_active, 'is_public', tool.is_public);
    IF tool.input_schema <> '{}' THEN
        fields := fields || jsonb_build_object('input_schema', tool.input_schema);
    END IF;
    IF tool.output_schema IS NOT NULL THEN
        fields := fields || jsonb_build_object('output_schema', tool.output_schema);
    END IF;
    IF tool.auth_config IS NOT NULL THEN
        fields := fields || jsonb_build_object('auth', tool.auth_config);
    END IF;
    IF tool.rate_limit IS NOT NULL THEN
        fields := fields || jsonb_build_object('rate_limit', tool.rate_limit);
    END IF;
    RETURN fields::text;
END
$$;

-- Refuses credentials that a statement writes itself: only the server has the key that seals them.
CREATE FUNCTION refuse_credentials() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'credentials are sealed by toolwright: set `auth_config` through its API, console or command line'
        USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE FUNCTION begin_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    PERFORM 1 FROM registry_state FOR UPDATE;
    RETURN NULL;
END
$$;
CREATE TRIGGER a_begin_change BEFORE INSERT OR UPDATE OR DELETE ON tools
    FOR EACH STATEMENT EXECUTE FUNCTION begin_change();

-- Numbers a change. The server gives the definition and the columns, and says so: an INSERT of its
-- has a definition, an UPDATE adds one to the revision. Of any other statement the columns count.
CREATE FUNCTION number_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    is_ours boolean;
    latest bigint;
BEGIN
    IF current_setting('toolwright.copies', true) = 'on' THEN
        -- A copy brings numbers, times and versions with it.
        RETURN NEW;
    END IF;
    IF TG_OP = 'INSERT' THEN
        is_ours := NEW.definition IS NOT NULL;
    ELSE
        NEW.id := OLD.id;
        NEW.number := OLD.number;
        is_ours := NEW.revision = OLD.revision + 1;
        IF NOT is_ours THEN
            IF NEW IS NOT DISTINCT FROM OLD THEN
                RETURN NULL;
            END IF;
            IF NEW.auth_config IS NOT NULL AND NEW.auth_config IS DISTINCT FROM OLD.auth_config THEN
                PERFORM refuse_credentials();
            END IF;
            NEW.definition := OLD.definition;
            NEW.change := 'found';
            NEW.updated_by := session_user;
        END IF;
    END IF;
    IF NOT is_ours THEN
        IF TG_OP = 'INSERT' AND NEW.auth_config IS NOT NULL THEN
            PERFORM refuse_credentials();
        END IF;
        NEW.definition := definition_of(NEW);
    END IF;
    UPDATE registry_state SET sequence = registry_state.sequence + 1 RETURNING sequence INTO NEW.sequence;
    SELECT max(revision) INTO latest FROM tool_versions WHERE name = NEW.name;
    NEW.revision := coalesce(latest, 0) + 1;
    NEW.updated_at := clock_timestamp();
    IF TG_OP = 'INSERT' OR (OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL) THEN
        NEW.place := NEW.sequence;
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER number_change BEFORE INSERT OR UPDATE ON tools
    FOR EACH ROW EXECUTE FUNCTION number_change();

-- Gives each parameter of a tool a number, in their order.
CREATE FUNCTION keep_parameters(tool tools) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    properties jsonb := coalesce(tool.input_schema -> 'properties', '{}');
BEGIN
    IF jsonb_typeof(properties) = 'object' THEN
        DELETE FROM tool_parameters WHERE tool_id = tool.id AND NOT properties ? name;
        INSERT INTO tool_parameters (tool_id, name)
            SELECT tool.id, property FROM jsonb_object_keys(properties) WITH ORDINALITY AS it (property, place)
            ORDER BY (SELECT parameter.place FROM jsonb_array_elements(CASE
                    jsonb_typeof(tool.definition::jsonb -> 'parameters') WHEN 'array'
                    THEN tool.definition::jsonb -> 'parameters' ELSE '[]' END) WITH ORDINALITY AS parameter (value, place)
                WHERE parameter.value ->> 'name' = property), it.place
            ON CONFLICT DO NOTHING;
    END IF;
END
$$;

-- Keeps the version of a change, and announces it.
CREATE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    latest bigint;
BEGIN
    IF current_setting('toolwright.copies', true) = 'on' THEN
        PERFORM keep_parameters(NEW);
        RETURN NULL;
    END IF;
    IF TG_OP = 'UPDATE' AND OLD.name <> NEW.name AND OLD.deleted_at IS NULL THEN
        -- Under its old name the tool is gone.
        SELECT max(revision) INTO latest FROM tool_versions WHERE name = OLD.name;
        INSERT INTO tool_versions (name, revision, tool_id, at, by, change, sequence)
            VALUES (OLD.name, latest + 1, NEW.id, NEW.updated_at, NEW.updated_by, NEW.change, NEW.sequence);
    END IF;
    INSERT INTO tool_versions (name, revision, tool_id, at, by, change, definition, sequence)
        VALUES (NEW.name, NEW.revision, NEW.id, NEW.updated_at, NEW.updated_by, NEW.change,
            CASE WHEN NEW.deleted_at IS NULL THEN NEW.definition END, NEW.sequence);
    PERFORM keep_parameters(NEW);
    PERFORM pg_notify(TG_TABLE_SCHEMA || '_registry',
        json_build_object('kind', 'tool', 'id', NEW.id, 'revision', NEW.revision)::text);
    RETURN NULL;
END
$$;
CREATE TRIGGER record_change AFTER INSERT OR UPDATE ON tools
    FOR EACH ROW EXECUTE FUNCTION record_change();

-- Nothing is deleted: it can be restored.
CREATE FUNCTION keep_deleted() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    UPDATE tools SET deleted_at = now() WHERE id = OLD.id AND deleted_at IS NULL;
    RETURN NULL;
END
$$;
CREATE TRIGGER keep_deleted BEFORE DELETE ON tools
    FOR EACH ROW EXECUTE FUNCTION keep_deleted();
