import type { Tool, ToolSpec } from "../src/api/tools.ts";
import { type Ask, list, ok, type Reply, type Routes, refuse } from "./api.ts";
import { check } from "./check.ts";
import { runTool } from "./run.ts";
import { toolOf } from "./seed_tools.ts";
import { addTool, announce, type World } from "./world.ts";

export const toolRoutes: Routes = (ask) => {
  const { method, path, query, world, body } = ask;
  if (path[0] !== "tools") return null;
  const [, name, action, version] = path;
  if (name === undefined) return method === "GET" ? listed(world, query) : create(ask);
  if (action === undefined && name === "check") return ok(check(world, body.spec as ToolSpec));
  if (action === undefined && name === "test") {
    const spec = body.spec as ToolSpec;
    return ok(runTool(world, spec.name, spec, body.arguments, true));
  }
  if (action === "restore") return restore(world, name);
  const tool = world.tools.get(name);
  if (tool === undefined) return refuse(404, `there is no tool \`${name}\``);
  if (action === "versions" && version === undefined) return ok({ items: world.versions.get(name) ?? [] });
  if (action === "versions") {
    const found = world.versions.get(name)?.find((one) => String(one.version) === version);
    return found === undefined ? refuse(404, "there is no such version") : ok(store(world, tool, found.spec));
  }
  if (action === "test" || action === "call")
    return ok(runTool(world, name, null, body.arguments, action === "test"));
  if (method === "GET") return ok(tool);
  return change(ask, tool);
};

function listed(world: World, query: URLSearchParams): Reply {
  const source = query.get("deleted") === "true" ? world.deleted : world.tools;
  const items = [...source.values()].map(({ spec: _spec, definition: _definition, ...rest }) => rest);
  return list(items, query);
}

function create({ world, body }: Ask): Reply {
  const spec = body as unknown as ToolSpec;
  if (world.role === "caller") return refuse(403, "a caller may not make tools");
  if (world.tools.has(spec.name)) {
    const problems = [{ path: "/name", message: `the name \`${spec.name}\` is taken` }];
    return refuse(409, `the name \`${spec.name}\` is taken`, { problems });
  }
  const { problems } = check(world, spec);
  if (problems.some((one) => one.severity !== "warning"))
    return refuse(422, "the tool has problems", { problems });
  const tool = toolOf(spec, "registry", 0);
  tool.updated_at = new Date().toISOString();
  addTool(world, tool);
  announce(world, "registry", { revision: String(world.revision) });
  return ok(tool, 201);
}

function change({ world, method, body, revision }: Ask, tool: Tool): Reply {
  if (!tool.editable) return refuse(403, `\`${tool.name}\` is not yours to change`);
  if (revision === null) return refuse(428, "`If-Match` is missing");
  if (revision !== tool.revision) return refuse(412, "the tool was changed meanwhile", { current: tool });
  if (method === "DELETE") {
    world.tools.delete(tool.name);
    world.deleted.set(tool.name, tool);
    announce(world, "registry", { revision: String(world.revision) });
    return ok(undefined, 204);
  }
  const spec = method === "PATCH" ? { ...tool.spec, ...body } : body;
  return ok(store(world, tool, spec as unknown as ToolSpec));
}

function store(world: World, old: Tool, spec: ToolSpec): Tool {
  const tool = toolOf(spec, "registry", 0);
  tool.statistics = old.statistics;
  tool.revision = String(Number(old.revision) + 1);
  tool.updated_at = new Date().toISOString();
  world.tools.delete(old.name);
  addTool(world, tool);
  announce(world, "registry", { revision: String(world.revision) });
  return tool;
}

function restore(world: World, name: string): Reply {
  const tool = world.deleted.get(name);
  if (tool === undefined) return refuse(404, `there is no deleted tool \`${name}\``);
  if (world.tools.has(name)) return refuse(409, `the name \`${name}\` is taken`);
  world.deleted.delete(name);
  world.tools.set(name, tool);
  announce(world, "registry", { revision: String(world.revision) });
  return ok(tool);
}
