// Lists and calls a server with every kind of parameter and result, with both versions of the TypeScript SDK.
//
// Both reject a whole list of tools if the schema of one property is not an object. Version 1 also validates each
// structured result against the output schema of its tool.

import { Client as SdkClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as SdkTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import { main } from './expect.mjs';

const RAW = [1, { a: null }];
const PLACE = { street: 'Long Lane', number: null, raw: RAW };
const TREE = { name: 'root', children: [{ name: 'leaf', children: [] }] };

const ARGUMENTS = {
    whole: 1,
    real: 0.5,
    truth: true,
    text: 'text',
    letter: 'x',
    maybe: 3,
    list: [1, 2],
    set: ['low'],
    map: { a: RAW },
    pair: [1, 'one'],
    anything: RAW,
    values: [1, 'two', null],
    place: PLACE,
    shape: { kind: 'circle', radius: 1.5 },
    either: { word: 'word' },
    tree: TREE
};

/** The structured content of each tool that takes nothing. */
const RESULTS = {
    return_nothing: undefined,
    return_number: { result: 3 },
    return_float: { result: 1.5 },
    return_truth: { result: true },
    return_text: { result: 'text' },
    return_list: { result: [1, 2] },
    return_map: { a: 1 },
    return_pair: { result: [1, 'one'] },
    return_value: { a: [true] },
    return_values: { result: [1, 'two', null] },
    return_struct: PLACE,
    return_structs: { result: [PLACE] },
    return_some: { result: PLACE },
    return_none: { result: null },
    return_choice: { result: 'low' },
    return_tagged: { kind: 'square', side: 1, label: 's' },
    return_untagged: { result: { word: 'word' } },
    return_tree: TREE,
    return_json: PLACE,
    return_result: PLACE,
    return_content: undefined,
    return_image: undefined,
    return_audio: undefined
};

/** The types of the content blocks, where they are not one text. */
const BLOCKS = {
    return_nothing: [],
    return_image: ['image'],
    return_audio: ['audio']
};

async function check(name, client, checks) {
    const { tools } = await client.listTools();
    const names = [...Object.keys(RESULTS), 'parameters', 'by_hand'].sort();
    checks.equal(`${name}: lists every tool`, tools.map(tool => tool.name), names);
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
