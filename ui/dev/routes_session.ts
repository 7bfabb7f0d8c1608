import { ok, type Reply, type Routes, refuse } from "./api.ts";
import type { World } from "./world.ts";

export const sessionRoutes: Routes = ({ world, method, path, body }) => {
  if (path[0] !== "session") return null;
  if (method === "DELETE") {
    world.loggedIn = false;
    world.auth = "cookie";
    return ok(undefined, 204);
  }
  if (method === "POST") return logIn(world, body);
  return world.loggedIn && !world.trouble.expired ? session(world) : refuse(401, "nobody is logged in");
};

function logIn(world: World, body: Record<string, unknown>): Reply {
  if (body.key !== "tw_right" && body.token !== "once") return refuse(401, "the key is not known");
  world.loggedIn = true;
  world.trouble.expired = false;
  return session(world);
}

function session(world: World): Reply {
  return ok({
    user: { name: world.role === "admin" ? "admin" : "minji", role: world.role },
    auth: world.auth,
    version: "0.1.0",
    server_name: "toolwright",
    language: null,
    features: ["sql", "expression", "http", "python", "shell"],
    mcp_url: "http://127.0.0.1:8080/mcp",
  });
}
