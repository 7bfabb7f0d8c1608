function given(name: string): string {
  const value = process.env[`TOOLWRIGHT_CONSOLE_${name}`];
  if (value === undefined) throw new Error("run the browser tests with `tests/console/check PROGRAM`");
  return value;
}

/** The address of a server where everybody on this machine is the admin. */
export const OPEN = given("URL");
/** The address of a server that asks for a key. */
export const GUARDED = given("GUARDED_URL");
/** The key of its admin. */
export const ADMIN_KEY = given("GUARDED_KEY");
/** The link that it printed when it started, which lets the local admin in once. */
export const LINK = given("GUARDED_LINK");
/** The file with the tools of the other MCP server `notes`, behind the server that asks for a key. */
export const NOTES = given("NOTES");
/** The program of another MCP server, which offers the tools in the file that its argument names. */
export const UPSTREAM = given("UPSTREAM");
