// Lists and calls a server with every kind of parameter and result, with the command line of the MCP Inspector.

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { ARGUMENTS, BLOCKS, NAMES, RAW, RESULTS } from './every_kind.mjs';
import { main } from './expect.mjs';

const INSPECTOR = fileURLToPath(
    new URL('node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js', import.meta.url)
);

/** Runs the Inspector with a home of its own, where it keeps a list of servers. */
async function inspect(home, stdio, options) {
    const env = { ...process.env, HOME: home };
    const { stdout } = await promisify(execFile)(process.execPath, [INSPECTOR, '--cli', stdio, ...options], { env });
    return JSON.parse(stdout);
}

function call(home, stdio, tool, values = {}) {
    const pairs = Object.entries(values).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
    const options = pairs.length === 0 ? [] : ['--tool-arg', ...pairs];
    return inspect(home, stdio, ['--method', 'tools/call', '--tool-name', tool, ...options]);
}

await main(['legacy'], async ({ stdio }, checks) => {
    const home = await mkdtemp(join(tmpdir(), 'inspector-'));
    try {
        // `--strict` fails if a schema is one that common hosts cannot use.
        const { tools } = await inspect(home, stdio, ['--method', 'tools/list', '--strict']);
        checks.equal('lists every tool', tools.map(tool => tool.name), NAMES);
        for (const [tool, expected] of Object.entries(RESULTS)) {
            const { structuredContent, content } = await call(home, stdio, tool);
            checks.equal(`${tool} is structured`, structuredContent, expected);
            checks.equal(`${tool} has blocks`, content.map(block => block.type), BLOCKS[tool] ?? ['text']);
        }
        const taken = await call(home, stdio, 'parameters', ARGUMENTS);
        checks.true('takes every parameter', !taken.isError, 'no error', taken);
        const anything = { anything: RAW, list: [null, true] };
        const byHand = await call(home, stdio, 'by_hand', anything);
        checks.equal('by_hand is structured', byHand.structuredContent, anything);
    } finally {
        await rm(home, { recursive: true });
    }
});
