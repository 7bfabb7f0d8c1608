-- The tables of custom tools that other programs know, as views that can be written.

CREATE VIEW h_custom_tool AS
    SELECT tools.number AS id,
        tools.name::text AS name,
        tools.description AS description_agent,
        tools.definition::jsonb ->> 'description_user' AS description_user,
        CASE tools.tool_type WHEN 'sql' THEN 'SQL' ELSE 'PYTHON' END AS tool_type,
        coalesce(tools.config ->> 'query', tools.config ->> 'expression') AS definition,
        CASE WHEN tools.is_active THEN 'Y' ELSE 'N' END AS is_active,
        coalesce(tools.definition::jsonb ->> 'reg_dt',
            to_char(tools.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')) AS reg_dt,
        coalesce(tools.definition::jsonb ->> 'created_by', nullif(users.name, '*')) AS created_by
    FROM tools JOIN users ON users.id = tools.owner_id
    WHERE tools.deleted_at IS NULL AND tools.tool_type IN ('sql', 'expression');

CREATE VIEW h_custom_tool_param AS
    SELECT tool_parameters.id,
        tools.number AS tool_id,
        tool_parameters.name AS param_name,
        CASE property ->> 'type' WHEN 'integer' THEN 'NUMBER' WHEN 'number' THEN 'NUMBER'
            WHEN 'boolean' THEN 'BOOLEAN' ELSE 'STRING' END AS param_type,
        CASE WHEN coalesce(tools.input_schema -> 'required', '[]') ? tool_parameters.name
            THEN 'Y' ELSE 'N' END AS is_required,
        property ->> 'description' AS description
    FROM tools JOIN tool_parameters ON tool_parameters.tool_id = tools.id
        CROSS JOIN LATERAL (SELECT tools.input_schema -> 'properties' -> tool_parameters.name) AS it (property)
    WHERE tools.deleted_at IS NULL AND tools.tool_type IN ('sql', 'expression') AND property IS NOT NULL;

-- Returns whether a text is JSON with a text in this field. An expression may look like JSON too.
CREATE FUNCTION json_with(content text, field text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    value jsonb;
BEGIN
    value := content::jsonb;
    RETURN CASE WHEN jsonb_typeof(value -> field) = 'string' THEN value END;
EXCEPTION WHEN data_exception THEN
    RETURN NULL;
END
$$;

CREATE FUNCTION write_custom_tool() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    kind text;
    field text;
    fields jsonb;
    tool tools;
BEGIN
    IF TG_OP = 'DELETE' THEN
        DELETE FROM tools WHERE number = OLD.id;
        RETURN OLD;
    END IF;
    kind := CASE upper(NEW.tool_type) WHEN 'SQL' THEN 'sql' WHEN 'PYTHON' THEN 'expression' END;
    IF kind IS NULL THEN
        RAISE EXCEPTION 'tool_type is `SQL` or `PYTHON`, got `%`', NEW.tool_type USING ERRCODE = 'check_violation';
    END IF;
    IF coalesce(NEW.is_active, 'Y') NOT IN ('Y', 'N') THEN
        RAISE EXCEPTION 'is_active is `Y` or `N`, got `%`', NEW.is_active USING ERRCODE = 'check_violation';
    END IF;
    IF TG_OP = 'UPDATE' THEN
        SELECT * INTO tool FROM tools WHERE number = OLD.id AND deleted_at IS NULL;
    ELSE
        tool.owner_id := '00000000-0000-0000-0000-000000000000';
        tool.input_schema := '{}';
        tool.is_public := true;
        tool.created_at := now();
    END IF;
    field := CASE kind WHEN 'sql' THEN 'query' ELSE 'expression' END;
    fields := coalesce(tool.definition::jsonb, '{}') || jsonb_strip_nulls(jsonb_build_object(
        'description_user', NEW.description_user, 'created_by', NEW.created_by, 'reg_dt',
        coalesce(NEW.reg_dt, to_char(tool.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS'))));
    IF NEW.description_user IS NULL THEN
        fields := fields - 'description_user';
    END IF;
    IF TG_OP = 'INSERT' OR NEW.definition IS DISTINCT FROM OLD.definition OR NEW.tool_type <> OLD.tool_type THEN
        tool.config := coalesce(json_with(NEW.definition, field), jsonb_build_object(field, NEW.definition));
    END IF;
    tool.name := NEW.name;
    tool.tool_type := kind;
    tool.description := NEW.description_agent;
    tool.is_active := coalesce(NEW.is_active, 'Y') = 'Y';
    tool.definition := fields::text;
    tool.definition := definition_of(tool);
    IF TG_OP = 'UPDATE' THEN
        UPDATE tools SET name = tool.name, tool_type = tool.tool_type, description = tool.description,
            config = tool.config, is_active = tool.is_active, definition = tool.definition,
            revision = revision + 1, change = 'found', updated_by = session_user
            WHERE id = tool.id;
        RETURN NEW;
    END IF;
    INSERT INTO tools (name, tool_type, description, config, is_active, is_public, definition, number, created_at)
        VALUES (tool.name, tool.tool_type, tool.description, tool.config, tool.is_active, true, tool.definition,
            coalesce(NEW.id, nextval(pg_get_serial_sequence('tools', 'number'))), now())
        RETURNING number, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')
        INTO NEW.id, NEW.reg_dt;
    -- Numbers that are chosen by others are not given again.
    PERFORM setval(pg_get_serial_sequence('tools', 'number'), greatest(NEW.id, max(number))) FROM tools;
    NEW.reg_dt := fields ->> 'reg_dt';
    NEW.is_active := coalesce(NEW.is_active, 'Y');
    RETURN NEW;
END
$$;
CREATE TRIGGER write_custom_tool INSTEAD OF INSERT OR UPDATE OR DELETE ON h_custom_tool
    FOR EACH ROW EXECUTE FUNCTION write_custom_tool();

CREATE FUNCTION write_custom_tool_param() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    kind text;
    properties jsonb;
    required jsonb;
    property jsonb;
    tool tools;
BEGIN
    SELECT * INTO tool FROM tools
        WHERE number = CASE TG_OP WHEN 'DELETE' THEN OLD.tool_id ELSE NEW.tool_id END AND deleted_at IS NULL;
    IF tool.id IS NULL THEN
        RAISE EXCEPTION 'there is no tool %', CASE TG_OP WHEN 'DELETE' THEN OLD.tool_id ELSE NEW.tool_id END
            USING ERRCODE = 'foreign_key_violation';
    END IF;
    properties := coalesce(tool.input_schema -> 'properties', '{}');
    required := coalesce(tool.input_schema -> 'required', '[]');
    IF TG_OP <> 'INSERT' THEN
        property := properties -> OLD.param_name;
        properties := properties - OLD.param_name;
        required := required - OLD.param_name;
        IF TG_OP = 'UPDATE' AND NEW.tool_id <> OLD.tool_id THEN
            RAISE EXCEPTION 'a parameter stays with its tool' USING ERRCODE = 'check_violation';
        END IF;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        kind := CASE upper(NEW.param_type) WHEN 'STRING' THEN 'string' WHEN 'NUMBER' THEN 'number'
            WHEN 'BOOLEAN' THEN 'boolean' END;
        IF kind IS NULL THEN
            RAISE EXCEPTION 'param_type is `STRING`, `NUMBER` or `BOOLEAN`, got `%`', NEW.param_type
                USING ERRCODE = 'check_violation';
        END IF;
        IF properties ? NEW.param_name THEN
            RAISE EXCEPTION 'there is a parameter `%` already', NEW.param_name USING ERRCODE = 'unique_violation';
        END IF;
        -- What is known of it beyond these columns stays, such as that a number is whole.
        IF TG_OP = 'INSERT' OR NEW.param_type <> OLD.param_type THEN
            property := jsonb_build_object('type', kind);
        END IF;
        property := (property - 'description')
            || jsonb_strip_nulls(jsonb_build_object('description', NEW.description));
        properties := properties || jsonb_build_object(NEW.param_name, property);
        IF coalesce(NEW.is_required, 'Y') = 'Y' THEN
            required := required || to_jsonb(NEW.param_name);
        END IF;
        IF TG_OP = 'INSERT' THEN
            INSERT INTO tool_parameters (id, tool_id, name)
                VALUES (coalesce(NEW.id, nextval(pg_get_serial_sequence('tool_parameters', 'id'))), tool.id, NEW.param_name)
                RETURNING id INTO NEW.id;
            PERFORM setval(pg_get_serial_sequence('tool_parameters', 'id'), greatest(NEW.id, max(id))) FROM tool_parameters;
        ELSE
            UPDATE tool_parameters SET name = NEW.param_name WHERE tool_id = tool.id AND name = OLD.param_name;
        END IF;
    END IF;
    UPDATE tools SET input_schema = tool.input_schema
            || jsonb_build_object('type', 'object', 'properties', properties, 'required', required)
        WHERE id = tool.id;
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;
CREATE TRIGGER write_custom_tool_param INSTEAD OF INSERT OR UPDATE OR DELETE ON h_custom_tool_param
    FOR EACH ROW EXECUTE FUNCTION write_custom_tool_param();
