import { ok, type Routes, refuse } from "./api.ts";
import { DATABASE, ROWS } from "./seed_database.ts";

export const databaseRoutes: Routes = ({ world, path }) => {
  if (path[0] !== "database") return null;
  if (path[2] === undefined) return ok(DATABASE);
  const table = DATABASE.items.find((one) => `${one.schema}.${one.name}` === path[2]);
  if (table === undefined) return refuse(404, `there is no table \`${path[2]}\``);
  return ok(world.role === "admin" ? { ...table, rows: ROWS[path[2]] ?? [] } : table);
};
