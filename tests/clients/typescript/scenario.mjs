// The checks that every client library passes against the todo example, in each era.
//
// A client library takes part with an object that has the methods used below; protocol errors are thrown with
// their `code`. Checks compare with what was there before, so one HTTP server can be shared by several runs.

import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

const RESOURCE = 'todo://all';
const TOOLS = [
    'add_todo',
    'cancellations',
    'complete_todo',
    'delete_todo',
    'import_todos',
    'list_todos',
    'report',
    'wait'
];
const INVALID_PARAMS = -32602;
const UNKNOWN_ID = 999_999;
const PATIENCE_MILLISECONDS = 5000;

/** What the server sends by itself, and the answer its next question gets. */
export class Inbox {
    answer = { action: 'decline' };
    questions = [];
    logs = [];
    updated = [];

    ask(question) {
        this.questions.push(question);
        return this.answer;
    }

    log({ level, data }) {
        this.logs.push({ level, data });
    }

    async nextUpdate() {
        await eventually(() => this.updated.length > 0);
        return this.updated.shift();
    }
}

export async function run(client, target, checks) {
    const parts = [
        checkHandshake,
        checkLists,
        checkStructuredResults,
        checkBadCalls,
        checkResources,
        checkPrompts,
        checkProgress,
        checkElicitation,
        checkCancellation,
        checkUpdates,
        checkLogs
    ];
    for (const part of parts) {
        try {
            await part(client, target, checks);
        } catch (error) {
            checks.crashed(part.name, error);
        }
    }
}

async function checkHandshake(client, target, checks) {
    checks.equal('negotiates the protocol version', client.protocolVersion, target.protocolVersion);
    checks.equal('names the server', client.serverInfo?.name, 'todo');
    if (target.stdio) {
        checks.equal('starts empty', await todos(client), []);
    }
}

async function checkLists(client, target, checks) {
    const tools = Object.fromEntries((await client.listTools()).map(tool => [tool.name, tool]));
    checks.equal('lists the tools', Object.keys(tools).sort(), TOOLS);
    const mute = Object.values(tools).filter(tool => !tool.description);
    checks.equal('describes every tool', mute, []);
    checkSchemas(tools, checks);
    const resources = (await client.listResources()).map(({ uri, mimeType }) => ({ uri, mimeType }));
    checks.equal('lists the resource', resources, [{ uri: RESOURCE, mimeType: 'application/json' }]);
    const templates = (await client.listResourceTemplates()).map(template => template.uriTemplate);
    checks.equal('lists the template', templates, ['todo://items/{id}']);
    const named = (await client.listPrompts()).map(prompt => [prompt.name, requirementsOf(prompt)]);
    const prompts = Object.fromEntries(named);
    checks.equal('lists the prompts', prompts, { plan: { goal: true, days: false }, review: { priority: true } });
}

function checkSchemas(tools, checks) {
    const { properties, required } = tools.add_todo.inputSchema;
    checks.equal('add_todo takes its parameters', Object.keys(properties).sort(), ['due', 'priority', 'title']);
    checks.equal('add_todo requires the title', required, ['title']);
    const { type, minLength, maxLength } = properties.title;
    checks.equal('title is bounded', { type, minLength, maxLength }, { type: 'string', minLength: 1, maxLength: 200 });
    checks.equal('priority is an enum', properties.priority.enum, ['low', 'normal', 'high']);
    checks.equal('priority has a default', properties.priority.default, 'normal');
    const { minimum, maximum, default: usual } = tools.list_todos.inputSchema.properties.limit;
    checks.equal('limit is bounded', { minimum, maximum, usual }, { minimum: 1, maximum: 100, usual: 50 });
    checks.equal('list_todos wraps its list', Object.keys(tools.list_todos.outputSchema.properties), ['result']);
    checks.equal('cancellations is read-only', tools.cancellations.annotations?.readOnlyHint, true);
}

async function checkStructuredResults(client, target, checks) {
    const before = await todos(client);
    const full = await client.call('add_todo', { title: 'buy milk', priority: 'high', due: '2026-12-24' });
    const milk = full.structuredContent;
    const expectedMilk = { id: milk.id, title: 'buy milk', priority: 'high', done: false, due: '2026-12-24' };
    checks.equal('add_todo answers the todo', milk, expectedMilk);
    checks.equal('add_todo answers the same as text', JSON.parse(textOf(full)), milk);
    const { structuredContent: bread } = await client.call('add_todo', { title: 'bake bread' });
    const expectedBread = { id: bread.id, title: 'bake bread', priority: 'normal', done: false };
    checks.equal('add_todo fills in defaults', bread, expectedBread);
    checks.equal('list_todos answers a wrapped list', await todos(client), [...before, milk, bread]);
    const { structuredContent: done } = await client.call('complete_todo', { id: milk.id });
    checks.equal('complete_todo answers the todo', done, { ...milk, done: true });
    const stillOpen = [...before, bread].filter(todo => !todo.done);
    checks.equal('list_todos leaves out done ones', await todos(client, { only_open: true }), stillOpen);
    checks.equal('list_todos stops at the limit', await todos(client, { limit: 1 }), [...before, done].slice(0, 1));
}

async function checkBadCalls(client, target, checks) {
    const calls = [
        ['a missing argument', 'add_todo', {}, 'title'],
        ['an empty title', 'add_todo', { title: '' }, 'title'],
        ['an unknown priority', 'add_todo', { title: 'x', priority: 'urgent' }, 'priority'],
        ['a wrong type', 'complete_todo', { id: 'first' }, 'id'],
        ['a limit out of range', 'list_todos', { limit: 0 }, 'limit']
    ];
    for (const [what, name, args, named] of calls) {
        const result = await client.call(name, args);
        const helpful = result.isError === true && textOf(result).includes(named);
        checks.true(`${what} is an error the model can mend`, helpful, `isError naming ${named}`, result);
    }
    const { isError, ...missing } = await client.call('complete_todo', { id: UNKNOWN_ID });
    checks.equal('a failing tool says why', [isError, textOf(missing)], [true, `there is no todo ${UNKNOWN_ID}`]);
    const code = await errorCode(client.call('no_such_tool', {}));
    checks.equal('an unknown tool is a protocol error', code, INVALID_PARAMS);
}

async function checkResources(client, target, checks) {
    const { structuredContent: todo } = await client.call('add_todo', { title: 'read me' });
    const everything = await client.read(RESOURCE);
    const parsed = everything.map(({ uri, mimeType, text }) => [uri, mimeType, JSON.parse(text)]);
    checks.equal('reads the resource', parsed, [[RESOURCE, 'application/json', await todos(client)]]);
    const uri = `todo://items/${todo.id}`;
    const one = (await client.read(uri)).map(contents => [contents.uri, JSON.parse(contents.text)]);
    checks.equal('reads the template', one, [[uri, todo]]);
    const code = await errorCode(client.read(`todo://items/${UNKNOWN_ID}`));
    checks.equal('an unknown resource is an error', code, client.resourceNotFound);
}

async function checkPrompts(client, target, checks) {
    const full = await client.prompt('plan', { goal: 'the summit', days: '3' });
    const expected = [{ role: 'user', content: { type: 'text', text: 'Plan how to reach the summit in 3 days.' } }];
    checks.equal('gets the prompt', full, expected);
    const [usual] = await client.prompt('plan', { goal: 'the summit' });
    checks.equal('the prompt fills in defaults', usual.content.text, 'Plan how to reach the summit in 7 days.');
    const incomplete = await errorCode(client.prompt('plan', {}));
    checks.equal('a prompt without its argument is an error', incomplete, INVALID_PARAMS);
    const unknown = await errorCode(client.prompt('no_such_prompt', {}));
    checks.equal('an unknown prompt is an error', unknown, INVALID_PARAMS);
    checks.equal('completes an argument', await client.complete('review', 'priority', 'hi'), ['high']);
    const everything = (await client.complete('review', 'priority', '')).sort();
    checks.equal('completes from nothing', everything, ['high', 'low', 'normal']);
}

async function checkProgress(client, target, checks) {
    const titles = ['one', 'two', 'three', 'four'];
    const seen = [];
    const result = await client.call('import_todos', { titles }, { onprogress: update => seen.push(update) });
    checks.equal('import_todos answers the count', result.structuredContent, { result: titles.length });
    await eventually(() => seen.length >= titles.length);
    const expected = titles.map((message, index) => ({ progress: index + 1, total: titles.length, message }));
    checks.equal('gets every progress notification in order', seen, expected);
}

async function checkElicitation(client, target, checks) {
    const { structuredContent: todo } = await client.call('add_todo', { title: 'delete me' });
    const refusals = {
        declining: { action: 'decline' },
        cancelling: { action: 'cancel' },
        'accepting without confirming': { action: 'accept', content: { confirm: false } }
    };
    for (const [what, answer] of Object.entries(refusals)) {
        client.inbox.answer = answer;
        const result = await client.call('delete_todo', { id: todo.id });
        const got = [result.isError, textOf(result), await exists(client, todo)];
        checks.equal(`${what} deletes nothing`, got, [true, 'the person did not confirm', true]);
    }
    client.inbox.answer = { action: 'accept', content: { confirm: true } };
    client.inbox.questions = [];
    const result = await client.call('delete_todo', { id: todo.id });
    const got = [result.isError ?? false, textOf(result), await exists(client, todo)];
    checks.equal('accepting deletes', got, [false, `deleted todo ${todo.id}`, false]);
    const asked = client.inbox.questions.map(question => [question.message, formOf(question)]);
    checks.equal('asks once, with a form', asked, [[`Delete todo ${todo.id}?`, { confirm: 'boolean' }]]);
}

async function checkCancellation(client, target, checks) {
    const before = await cancellations(client);
    const giveUp = new AbortController();
    const running = client.call('wait', { seconds: 30 }, { signal: giveUp.signal });
    setTimeout(() => giveUp.abort(), 300);
    const outcome = await running.then(() => 'answered', () => 'given up');
    checks.equal('gives up waiting', outcome, 'given up');
    // A dropped call has no answer to wait for, so its effect is polled.
    await eventually(async () => (await cancellations(client)) !== before);
    checks.equal('cancelling drops the work', (await cancellations(client)) - before, 1);
    checks.equal('an undisturbed wait ends by itself', textOf(await client.call('wait', { seconds: 0.01 })), 'waited');
    checks.equal('and is not counted', (await cancellations(client)) - before, 1);
}

async function checkUpdates(client, target, checks) {
    const stop = await client.watch(RESOURCE);
    const { structuredContent: todo } = await client.call('add_todo', { title: 'watched' });
    checks.equal('hears of an added todo', await client.inbox.nextUpdate(), RESOURCE);
    await client.call('complete_todo', { id: todo.id });
    checks.equal('hears of a completed todo', await client.inbox.nextUpdate(), RESOURCE);
    await stop();
    // The end of a subscription is not acknowledged: let it reach the server, then let nothing come back.
    await sleep(200);
    client.inbox.updated = [];
    await client.call('add_todo', { title: 'unwatched' });
    await sleep(200);
    checks.equal('hears nothing after it stopped watching', client.inbox.updated, []);
}

async function checkLogs(client, target, checks) {
    client.inbox.logs = [];
    const result = await client.reportWithLogs();
    checks.true('report answers text', textOf(result) !== '' && !result.isError, 'some text', result);
    await eventually(() => client.inbox.logs.length > 0);
    checks.equal('gets the log message', client.inbox.logs, [{ level: 'info', data: 'reporting' }]);
    if (target.era === 'modern') {
        client.inbox.logs = [];
        await client.call('report', {});
        await sleep(200);
        checks.equal('gets no log message it did not ask for', client.inbox.logs, []);
    }
}

async function todos(client, args) {
    return (await client.call('list_todos', { limit: 100, ...args })).structuredContent.result;
}

async function exists(client, todo) {
    return (await todos(client)).some(other => isDeepStrictEqual(other, todo));
}

async function cancellations(client) {
    return (await client.call('cancellations', {})).structuredContent.result;
}

async function errorCode(call) {
    return call.then(result => `no error but ${JSON.stringify(result)}`, error => error.code);
}

/** Gives a notification time to arrive; the check that follows tells whether it did. */
async function eventually(holds) {
    const deadline = Date.now() + PATIENCE_MILLISECONDS;
    while (!(await holds()) && Date.now() < deadline) {
        await sleep(10);
    }
}

function textOf(result) {
    return result.content.filter(block => block.type === 'text').map(block => block.text).join('');
}

function formOf(question) {
    const properties = Object.entries(question.requestedSchema.properties);
    return Object.fromEntries(properties.map(([name, schema]) => [name, schema.type]));
}

function requirementsOf(prompt) {
    return Object.fromEntries((prompt.arguments ?? []).map(({ name, required }) => [name, required ?? false]));
}
