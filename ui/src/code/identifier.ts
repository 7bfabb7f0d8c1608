/** A name as PostgreSQL reads it: quoted when it is not plain lower case. */
export function quoteName(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** A table, without its schema where that is `public`. */
export function tableName(schema: string, name: string): string {
  return schema === "public" ? quoteName(name) : `${quoteName(schema)}.${quoteName(name)}`;
}
