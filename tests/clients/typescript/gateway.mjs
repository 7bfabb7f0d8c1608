// Drives public MCP servers behind `toolwright` with version 2 of the TypeScript SDK (`@modelcontextprotocol/client`).
//
// `python/gateway.py --client typescript` starts the servers and this program, with the folder that they serve.

import { parseArgs } from 'node:util';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import { Checks } from './expect.mjs';

const MODES = { legacy: 'legacy', modern: 'auto' };
const { values: options } = parseArgs({
    options: {
        era: { type: 'string' },
        url: { type: 'string' },
        program: { type: 'string' },
        folder: { type: 'string' }
    }
});

const CALLS = {
    'time.get_current_time': [{ timezone: 'Asia/Seoul' }, '+09:00'],
    'git.git_status': [{ repo_path: options.folder }, 'No commits yet'],
    'everything.get-sum': [{ a: 2, b: 3 }, '5'],
    'streamable.echo': [{ message: 'over HTTP' }, 'over HTTP'],
    'events.echo': [{ message: 'over SSE' }, 'over SSE'],
    'files.read_text_file': [{ path: `${options.folder}/a.txt` }, 'hello'],
    'memory.read_graph': [{}, 'entities'],
    'thinking.sequentialthinking': [
        { thought: 'One.', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
        'thoughtNumber'
    ]
};

function text({ content }) {
    return content
        .filter(({ type }) => type === 'text')
        .map(block => block.text)
        .join('\n');
}

/** The names of the tools, once those that are wanted are among them. */
async function connected(client, wanted) {
    let names = [];
    for (let tries = 0; tries < 300; tries += 1) {
        names = (await client.listTools()).tools.map(({ name }) => name);
        if (wanted.every(name => names.includes(name))) {
            break;
        }
        await new Promise(resolve => setTimeout(resolve, 100));
    }
    return names;
}

async function tools(client, checks) {
    const found = await connected(client, Object.keys(CALLS));
    for (const [name, [args, expected]] of Object.entries(CALLS)) {
        checks.true(`${name} is listed`, found.includes(name), name, found);
        const result = await client.callTool({ name, arguments: args });
        const answer = text(result);
        checks.true(`${name} answers`, !result.isError && answer.includes(expected), expected, answer);
    }
    checks.true('excluded tools are not there', !found.includes('files.write_file'), 'no such tool', found);
}

async function content(client, checks) {
    const chicago = { name: 'everything.get-structured-content', arguments: { location: 'Chicago' } };
    const { structuredContent } = await client.callTool(chicago);
    checks.true('structured content passes', 'temperature' in structuredContent, 'a temperature', structuredContent);
    const image = await client.callTool({ name: 'everything.get-tiny-image', arguments: {} });
    const kinds = image.content.map(({ type }) => type);
    checks.true('images pass', kinds.includes('image'), 'an image', kinds);
    const links = await client.callTool({ name: 'everything.get-resource-links', arguments: { count: 2 } });
    const [link] = links.content.filter(({ type }) => type === 'resource_link');
    const { contents } = await client.readResource({ uri: link.uri });
    checks.equal('a link to a resource can be read', contents.length, 1);
    const prompt = await client.getPrompt({ name: 'everything.args-prompt', arguments: { city: 'Seoul' } });
    const said = prompt.messages[0].content.text;
    checks.true('a prompt has its messages', said.includes('Seoul'), 'Seoul', said);
}

async function progress(client, checks) {
    const heard = [];
    const call = { name: 'everything.trigger-long-running-operation', arguments: { duration: 1, steps: 4 } };
    const result = await client.callTool(call, { onprogress: ({ progress: done }) => heard.push(done) });
    checks.true('a long call ends', !result.isError, 'a result', text(result));
    // The SDK hands on notifications a moment after they came, also those that came with the result.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const sorted = heard.toSorted((a, b) => a - b);
    checks.equal('its progress arrives in order', heard, sorted);
    checks.true('with several steps', heard.length >= 3, 'three or more', heard);
}

async function questions(client, checks) {
    const asked = await client.callTool({ name: 'everything.trigger-elicitation-request', arguments: {} });
    const request = { name: 'everything.trigger-sampling-request', arguments: { prompt: 'Hi', maxTokens: 10 } };
    const sampled = await client.callTool(request);
    if (options.era === 'legacy') {
        checks.true('a question reaches the person', text(asked).includes('Ada'), 'Ada', text(asked));
        checks.true('a sample reaches the model', text(sampled).includes('from the model'), 'a sample', text(sampled));
    } else {
        // The server waits for the answer in the middle of the call, which a modern client cannot give.
        const told = text(asked) + text(sampled);
        checks.true('what cannot be asked is told', told.includes('cannot be repeated'), 'the reason', told);
    }
}

const checks = new Checks();
try {
    const capabilities = { elicitation: { form: {} }, sampling: {} };
    const versionNegotiation = { mode: MODES[options.era] };
    const client = new Client({ name: 'client', version: '2' }, { capabilities, versionNegotiation });
    const accept = () => ({ action: 'accept', content: { name: 'Ada', check: true } });
    client.setRequestHandler('elicitation/create', accept);
    const said = { type: 'text', text: 'from the model' };
    client.setRequestHandler('sampling/createMessage', () => ({ role: 'assistant', content: said, model: 'test' }));
    const stdio = () => new StdioClientTransport({ command: options.program, args: ['stdio'], env: process.env });
    await client.connect(options.url ? new StreamableHTTPClientTransport(new URL(options.url)) : stdio());
    await tools(client, checks);
    await content(client, checks);
    await progress(client, checks);
    await questions(client, checks);
    await client.close();
} catch (error) {
    checks.crashed('the whole run', error);
}
process.exit(checks.finish());
