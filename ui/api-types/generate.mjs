// Writes `src/api/schema.d.ts` and `src/i18n/en/told.ts`, what the server says by its codes, from an OpenAPI document, or
// with `--check` fails if they differ.
import { readFile, writeFile } from "node:fs/promises";
import openapi, { astToString } from "openapi-typescript";

const TYPES = "src/api/schema.d.ts";
const TEXTS = "src/i18n/en/told.ts";
const HEAD = "// Written by `npm run api:types`. Do not edit.\n\n";

async function read(source) {
  const text = /^https?:/.test(source) ? await (await fetch(source)).text() : await readFile(source, "utf8");
  return JSON.parse(text);
}

const isCheck = process.argv.includes("--check");
const source = process.argv.slice(2).find((argument) => !argument.startsWith("--"));
if (source === undefined) {
  process.stderr.write("usage: npm run api:types|api:check -- PATH-OR-URL-OF-OPENAPI-JSON\n");
  process.exit(2);
}

/** The texts as a module, in the style of Biome. */
function moduleOf(texts) {
  const rows = Object.entries(texts).map(([code, text]) => {
    const quote = text.includes('"') && !text.includes("'") ? "'" : '"';
    const value = `${quote}${text.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`)}${quote}`;
    const line = `  ${code}: ${value},`;
    return line.length > 110 ? `  ${code}:\n    ${value},` : line;
  });
  return `/** What the server says, by its codes. */\nexport const told = {\n${rows.join("\n")}\n} as const;\n`;
}

const document = await read(source);
const made = {
  [TYPES]: HEAD + astToString(await openapi(document, { alphabetize: true })),
  [TEXTS]: HEAD + moduleOf(document.components.schemas.TextCode["x-texts"]),
};
for (const [file, text] of Object.entries(made)) {
  const place = new URL(`../${file}`, import.meta.url);
  if (!isCheck) {
    await writeFile(place, text);
  } else if (text !== (await readFile(place, "utf8"))) {
    process.stderr.write(`${file} differs from ${source}. Run \`npm run api:types -- ${source}\`.\n`);
    process.exitCode = 1;
  }
}
