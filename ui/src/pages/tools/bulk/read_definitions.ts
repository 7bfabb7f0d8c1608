import { ApiError } from "../../../api/problem";
import { importDefinitions, type ToolSpec } from "../../../api/tools";
import { fromTables } from "./custom_tool_rows";
import { readSpecs } from "./specs_file";

/** The definitions of a file, before anything is stored. */
export interface Found {
  specs: ToolSpec[];
  /** Operations of an OpenAPI document that cannot become tools. */
  skipped: { operation: string; reason: string }[];
  /** Whether the service wants credentials, which the definitions lack. */
  wantsCredentials: boolean;
  /** Whether the document does not say where its server is. */
  needsAddress: boolean;
}

/** Reads a file: definitions, rows of `h_custom_tool`, or an OpenAPI document, which the server reads. */
export async function readDefinitions(text: string, address?: string): Promise<Found | null> {
  const found = { specs: [], skipped: [], wantsCredentials: false, needsAddress: false };
  if (isOpenApi(text)) {
    try {
      const read = await importDefinitions(text, address);
      const { definitions, skipped, wants_credentials } = read;
      return { ...found, specs: definitions, skipped, wantsCredentials: wants_credentials };
    } catch (error) {
      const isAddress = error instanceof ApiError && error.problems.some(({ path }) => path === "/base_url");
      if (isAddress) return { ...found, needsAddress: true };
      throw error;
    }
  }
  const value = parsed(text);
  const specs = value === undefined ? null : (fromTables(value) ?? readSpecs(value));
  return specs === null ? null : { ...found, specs };
}

/** In JSON or in YAML. */
const isOpenApi = (text: string): boolean => /^[\s{]*"?(openapi|swagger)"?\s*:/m.test(text);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
