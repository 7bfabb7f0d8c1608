import type { ToolSpec } from "../../api/tools";
import { isSame } from "./spec_values";

/** A member that both have changed, each in its own way. */
export interface Conflict {
  path: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

export interface Merge {
  /** Everything that can be merged is; conflicts stand as they are mine. */
  spec: ToolSpec;
  conflicts: Conflict[];
  /** Paths that were taken over from theirs. */
  taken: string[];
}

/** A three-way merge of specs, by member; `config` is merged by its own members. */
export function mergeSpecs(base: ToolSpec, mine: ToolSpec, theirs: ToolSpec): Merge {
  const conflicts: Conflict[] = [];
  const taken: string[] = [];
  const record = (spec: ToolSpec) => flatten(spec);
  const [old, own, other] = [record(base), record(mine), record(theirs)];
  const merged: Record<string, unknown> = { ...own };
  for (const path of new Set([...Object.keys(own), ...Object.keys(other), ...Object.keys(old)])) {
    const [before, here, there] = [old[path], own[path], other[path]];
    if (isSame(here, there) || isSame(before, there)) continue;
    if (isSame(before, here)) {
      merged[path] = there;
      taken.push(path);
    } else {
      conflicts.push({ path, base: before, mine: here, theirs: there });
    }
  }
  return { spec: unflatten(merged), conflicts, taken };
}

/** The merge with `theirs` for the paths that were chosen so. */
export function resolve(merge: Merge, theirs: ReadonlySet<string>): ToolSpec {
  const parts = flatten(merge.spec);
  for (const conflict of merge.conflicts) {
    if (theirs.has(conflict.path)) parts[conflict.path] = conflict.theirs;
  }
  return unflatten(parts);
}

function flatten({ config, ...rest }: ToolSpec): Record<string, unknown> {
  const parts: Record<string, unknown> = { ...rest };
  for (const [name, value] of Object.entries(config)) parts[`config.${name}`] = value;
  return parts;
}

function unflatten(parts: Record<string, unknown>): ToolSpec {
  const spec: Record<string, unknown> = {};
  const config: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(parts)) {
    if (value === undefined) continue;
    if (path.startsWith("config.")) config[path.slice("config.".length)] = value;
    else spec[path] = value;
  }
  return { ...spec, config } as unknown as ToolSpec;
}
