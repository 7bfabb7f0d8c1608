import { type Ask, list, ok, type Reply, type Routes, refuse } from "./api.ts";
import { runTool } from "./run.ts";
import { pick } from "./seed_executions.ts";

const STEP = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

export const statisticsRoutes: Routes = (ask) => {
  if (ask.path[0] === "statistics") return statistics(ask);
  return ask.path[0] === "executions" ? executions(ask) : null;
};

function executions({ world, path, query, body }: Ask): Reply {
  const [, id, action] = path;
  if (id !== undefined) {
    const found = world.executions.find((one) => one.id === id);
    if (found === undefined) return refuse(404, `there is no execution \`${id}\``);
    if (action !== "replay") return ok(found);
    return ok(runTool(world, found.tool, null, body.arguments ?? found.arguments, false));
  }
  const since = Date.parse(query.get("since") ?? "1970-01-01");
  const q = query.get("q")?.toLowerCase() ?? "";
  const items = world.executions.filter(
    (one) =>
      Date.parse(one.at) >= since &&
      (query.get("tool") ?? one.tool) === one.tool &&
      (query.get("caller") ?? one.caller) === one.caller &&
      (query.get("outcome") ?? one.outcome) === one.outcome &&
      JSON.stringify(one).toLowerCase().includes(q),
  );
  return list(items, query);
}

function statistics({ world, query }: Ask): Reply {
  const step = STEP[(query.get("bucket") ?? "hour") as keyof typeof STEP];
  const since = Date.parse(query.get("since") ?? "");
  const until = Date.parse(query.get("until") ?? "");
  const buckets = [];
  for (let at = since, index = 0; at < until && index < 2000; at += step, index += 1) {
    const calls =
      world.executions.length === 0
        ? 0
        : Math.round(60 + 40 * Math.sin(index / 4) + 15 * Math.cos(index * 1.7));
    const p50 = 4 + 2 * Math.sin(index / 5);
    const quiet = calls === 0;
    buckets.push({
      at: new Date(at).toISOString(),
      calls,
      errors: index % 9 === 4 ? 9 : Math.round(calls / 40),
      p50_ms: quiet ? null : p50,
      p95_ms: quiet ? null : p50 * 3 + (index % 5),
      p99_ms: quiet ? null : p50 * 6 + (index % 7) * 2,
      overhead_p50_ms: quiet ? null : 0.3,
    });
  }
  const names = [...new Set(world.executions.map((one) => one.tool))];
  const tools = names.map((tool, index) => ({
    tool,
    calls: 900 - index * 120,
    errors: (index * 17) % 60,
    p50_ms: 3 + index * 4,
    p95_ms: 12 + index * 11,
    p99_ms: 30 + index * 40,
  }));
  const callers = [...new Set(world.executions.map((one) => one.caller))].map((caller, index) => ({
    caller,
    calls: 1200 - index * 300,
    errors: index * 9,
  }));
  const outcomes: Record<string, number> = {};
  for (const one of world.executions) outcomes[one.outcome] = (outcomes[one.outcome] ?? 0) + 1;
  const limits = [
    { name: "concurrent calls", used: 3, most: 64 },
    { name: "database connections", used: pick([6, 7]), most: 10 },
  ];
  return ok({ buckets, tools, callers, outcomes, running: 3, queued: 1, limits });
}
