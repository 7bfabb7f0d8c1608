import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(html|js|css|svg|json)$/;

/** Writes `.br` and `.gz` beside every text file of the build. `index.html` is left alone: the server puts a nonce into it. */
export function compressAssets(): Plugin {
  let folder = "dist";
  return {
    name: "toolwright-compress",
    apply: "build",
    configResolved(config) {
      folder = config.build.outDir;
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true });
      const texts = files.filter((file) => TEXT.test(file) && file !== "index.html");
      await Promise.all(texts.map((file) => compress(join(folder, file))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const text = await readFile(path);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(text, { params: quality }));
  await writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }));
}
