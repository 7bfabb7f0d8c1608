import type { Parameter, ToolSpec } from "../../../api/tools";

/** A row of the table `h_custom_tool`, as a database writes it to JSON. */
interface ToolRow {
  id?: unknown;
  name: string;
  tool_type: string;
  definition?: string | null;
  description_agent?: string | null;
  description_user?: string | null;
  is_active?: string | boolean | null;
  parameters?: ParameterRow[];
}

/** A row of the table `h_custom_tool_param`. */
interface ParameterRow {
  tool_id?: unknown;
  param_name: string;
  param_type: string;
  is_required?: string | boolean | null;
  description?: string | null;
}

/**
 * The definitions in rows of the tables `h_custom_tool` and `h_custom_tool_param`: as
 * `{"h_custom_tool": […], "h_custom_tool_param": […]}`, or a list of rows of the first. `null` if it is neither.
 */
export function fromTables(value: unknown): ToolSpec[] | null {
  const { h_custom_tool: tools, h_custom_tool_param: parameters = [] } = isRecord(value)
    ? value
    : { h_custom_tool: value };
  if (!Array.isArray(tools) || tools.length === 0 || !tools.every(isToolRow)) return null;
  if (!Array.isArray(parameters) || !parameters.every(isParameterRow)) return null;
  return tools.map((row) =>
    specOf(row, [
      ...(row.parameters ?? []),
      ...parameters.filter(({ tool_id }) => isSameId(tool_id, row.id)),
    ]),
  );
}

function specOf(row: ToolRow, parameters: ParameterRow[]): ToolSpec {
  const isSql = row.tool_type.toLowerCase() === "sql";
  return {
    name: row.name,
    type: isSql ? "sql" : "expression",
    description: row.description_agent || row.description_user || row.name,
    description_user: row.description_user ?? undefined,
    config: configOf(row.definition ?? "", isSql),
    parameters: parameters.map(parameterOf),
    is_active: isYes(row.is_active ?? "Y"),
  };
}

/** A definition is the text itself, or JSON with the member of its kind. */
function configOf(definition: string, isSql: boolean): Record<string, unknown> {
  const member = isSql ? "query" : "expression";
  try {
    const value: unknown = JSON.parse(definition);
    if (isRecord(value) && member in value) return value;
  } catch {
    // It is the text itself.
  }
  return isSql ? { query: definition, result: "rows" } : { expression: definition };
}

function parameterOf({ param_name, param_type, is_required, description }: ParameterRow): Parameter {
  return {
    name: param_name,
    type: param_type.toLowerCase(),
    required: isYes(is_required ?? "Y"),
    description: description ?? undefined,
  };
}

const isYes = (value: string | boolean): boolean => value === true || String(value).toUpperCase() === "Y";
const isSameId = (one: unknown, other: unknown): boolean =>
  one !== undefined && String(one) === String(other);

function isToolRow(value: unknown): value is ToolRow {
  return isRecord(value) && typeof value.name === "string" && typeof value.tool_type === "string";
}

function isParameterRow(value: unknown): value is ParameterRow {
  return isRecord(value) && typeof value.param_name === "string" && typeof value.param_type === "string";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
