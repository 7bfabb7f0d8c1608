// Calls `shared` again and again until its standard input ends, and prints a line of JSON for every answer. Begins anew where a
// session is gone.

import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const MODES = { legacy: 'legacy', modern: 'auto' };
const PAUSE = 50;

const option = { type: 'string' };
const { values: options } = parseArgs({ options: { url: option, key: option, era: option, from: option } });

const tell = members => console.log(JSON.stringify(members));
const now = () => Date.now() / 1000;
let number = Number(options.from);
let ended = false;
process.stdin.on('end', () => (ended = true)).resume();

// Calls until an answer does not come.
async function session() {
    const versionNegotiation = { mode: MODES[options.era] };
    const client = new Client({ name: 'client', version: '2' }, { capabilities: {}, versionNegotiation });
    const requestInit = { headers: { authorization: `Bearer ${options.key}` } };
    try {
        await client.connect(new StreamableHTTPClientTransport(new URL(options.url), { requestInit }), { timeout: 10_000 });
        tell({ begun: now() });
        while (!ended) {
            const n = number++;
            const sent = now();
            const result = await client.callTool({ name: 'shared', arguments: { n } }, { timeout: 10_000 });
            if (result.isError) {
                throw new Error(result.content[0].text);
            }
            tell({ n, value: Number(result.content[0].text), sent, answered: now() });
            await sleep(PAUSE);
        }
    } finally {
        await client.close().catch(() => {});
    }
}

while (!ended) {
    await session().catch(async error => {
        tell({ failed: now(), error: String(error).slice(0, 300) });
        await sleep(PAUSE);
    });
}
process.exit(0);
