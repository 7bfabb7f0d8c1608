import type { Key } from "../src/api/keys.ts";
import type { User } from "../src/api/users.ts";
import { type Ask, list, ok, type Reply, type Routes, refuse } from "./api.ts";
import { announce } from "./world.ts";

export const peopleRoutes: Routes = (ask) => {
  const [noun] = ask.path;
  if (noun === "users" || noun === "keys" || noun === "settings") {
    if (ask.world.role !== "admin") return refuse(403, "only an admin may do this");
  }
  if (noun === "users") return users(ask);
  if (noun === "keys") return keys(ask);
  if (noun === "questions") return questions(ask);
  if (noun === "settings") return ok(SETTINGS);
  return noun === "health" ? ok(HEALTH) : null;
};

function users({ world, method, path, query, body }: Ask): Reply {
  const name = path[1];
  if (name === undefined && method === "GET") return list(world.users, query);
  if (name === undefined) {
    if (world.users.some((one) => one.name === body.name))
      return refuse(409, `\`${body.name}\` exists already`);
    const user: User = {
      name: String(body.name),
      role: body.role as User["role"],
      is_active: true,
      created_at: new Date().toISOString(),
      keys: 0,
      tools: 0,
      revision: "1",
    };
    world.users.push(user);
    return ok(user, 201);
  }
  const user = world.users.find((one) => one.name === name);
  if (user === undefined) return refuse(404, `there is no user \`${name}\``);
  if (method === "PATCH") return ok(Object.assign(user, body));
  world.users = world.users.filter((one) => one !== user);
  return ok(undefined, 204);
}

let made = 0;
const secret = () => `tw_${"0123456789abcdefghijABCDEFGHIJ"}${String(++made).padStart(4, "0")}`;

function keys({ world, method, path, query, body }: Ask): Reply {
  const [, id, action] = path;
  if (id === undefined && method === "GET") return list(world.keys, query);
  if (id === undefined) {
    const key = {
      scopes: [],
      last_used_at: null,
      created_at: new Date().toISOString(),
      ...body,
      id: `k_${++made}`,
      revision: "1",
    } as unknown as Key;
    world.keys.push(key);
    return ok({ ...key, key: secret() }, 201);
  }
  const key = world.keys.find((one) => one.id === id);
  if (key === undefined) return refuse(404, `there is no key \`${id}\``);
  if (action === "rotate") return ok({ ...key, key: secret() });
  world.keys = world.keys.filter((one) => one !== key);
  return ok(undefined, 204);
}

function questions({ world, path, query }: Ask): Reply {
  const id = path[1];
  if (id === undefined) return list(world.questions, query);
  const found = world.questions.some((one) => one.id === id);
  if (!found) return refuse(404, "the question was answered or has expired");
  world.questions = world.questions.filter((one) => one.id !== id);
  announce(world, "question", { id });
  return ok(undefined, 204);
}

const setting = (name: string, value: string, place: string, description: string, is_secret = false) => ({
  name,
  value,
  place,
  description,
  is_secret,
});

const SETTINGS = {
  items: [
    setting("TOOLWRIGHT_PORT", "8080", "default", "Port of the HTTP server"),
    setting("TOOLWRIGHT_REGISTRY", "postgres", "environment", "Where tools are stored"),
    setting("POSTGRESQL_DB_HOST", "localhost", ".env", "Host of the database"),
    setting("POSTGRESQL_DB_PASS", "********", ".env", "Password of the database", true),
    setting("TOOLWRIGHT_CALL_TIMEOUT", "30s", "toolwright.toml", "Longest time of one call"),
  ],
  files: ["/etc/toolwright/toolwright.toml", "/srv/toolwright/.env"],
};

const HEALTH = {
  status: "warning",
  findings: [
    {
      subject: "database",
      severity: "warning",
      text: "the role `app` may write to 14 tables",
      fix: "Run `toolwright doctor --setup-sql` and log in with the role that it makes.",
    },
    {
      subject: "secret key",
      severity: "error",
      text: "`TOOLWRIGHT_SECRET_KEY` is not set: credentials cannot be stored",
      fix: "Set it to the output of `toolwright keygen`.",
    },
    { subject: "embedding model", severity: "ok", text: "loaded, 384 dimensions", fix: null },
    {
      subject: "documents",
      severity: "note",
      text: "no document is indexed",
      fix: "Add one with `toolwright index add`.",
    },
  ],
};
