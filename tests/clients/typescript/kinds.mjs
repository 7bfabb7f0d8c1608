// Lists and calls a server with every kind of parameter and result, with both versions of the TypeScript SDK.
//
// Both reject a whole list of tools if the schema of one property is not an object. Version 1 also validates each
// structured result against the output schema of its tool.

import { Client as SdkClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as SdkTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import { ARGUMENTS, BLOCKS, NAMES, RAW, RESULTS } from './every_kind.mjs';
import { main } from './expect.mjs';

async function check(name, client, checks) {
    const { tools } = await client.listTools();
    checks.equal(`${name}: lists every tool`, tools.map(tool => tool.name), NAMES);
    for (const [tool, expected] of Object.entries(RESULTS)) {
        const { structuredContent, content } = await client.callTool({ name: tool, arguments: {} });
        checks.equal(`${name}: ${tool} is structured`, structuredContent, expected);
        checks.equal(`${name}: ${tool} has blocks`, content.map(block => block.type), BLOCKS[tool] ?? ['text']);
    }
    const taken = await client.callTool({ name: 'parameters', arguments: ARGUMENTS });
    checks.true(`${name}: takes every parameter`, !taken.isError, 'no error', taken);
    const anything = { anything: RAW, list: [null, true] };
    const byHand = await client.callTool({ name: 'by_hand', arguments: anything });
    checks.equal(`${name}: by_hand is structured`, byHand.structuredContent, anything);
}

async function withSdk(stdio, checks) {
    const client = new SdkClient({ name: 'sdk', version: '1' });
    await client.connect(new SdkTransport({ command: stdio }));
    await check('version 1', client, checks);
    await client.close();
}

async function withClient(stdio, mode, checks) {
    const client = new Client({ name: 'client', version: '2' }, { versionNegotiation: { mode } });
    await client.connect(new StdioClientTransport({ command: stdio }));
    await check('version 2', client, checks);
    await client.close();
}

await main(['legacy', 'modern'], async ({ era, stdio }, checks) => {
    if (era === 'legacy') {
        await withSdk(stdio, checks);
    }
    await withClient(stdio, era === 'legacy' ? 'legacy' : 'auto', checks);
});
