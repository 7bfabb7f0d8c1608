// Drives the todo example with version 2 of the TypeScript SDK (`@modelcontextprotocol/client`).

import {
    Client,
    LOG_LEVEL_META_KEY,
    SSEClientTransport,
    StreamableHTTPClientTransport
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import { main } from './expect.mjs';
import { Inbox, run } from './scenario.mjs';

const MODES = { legacy: 'legacy', modern: 'auto' };

class NegotiatingClient {
    inbox = new Inbox();
    // The code of revision 2026-07-28, into which the library translates the older one.
    resourceNotFound = -32602;
    #era;
    #client;

    constructor(era) {
        this.#era = era;
        const options = { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: MODES[era] } };
        this.#client = new Client({ name: 'client', version: '2' }, options);
        const { inbox } = this;
        this.#client.setRequestHandler('elicitation/create', ({ params }) => inbox.ask(params));
        this.#client.setNotificationHandler('notifications/message', ({ params }) => inbox.log(params));
        this.#client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
            inbox.updated.push(params.uri);
        });
    }

    async connect(transport) {
        await this.#client.connect(transport);
        this.protocolVersion = this.#client.getNegotiatedProtocolVersion();
        this.serverInfo = this.#client.getServerVersion();
    }

    close() {
        return this.#client.close();
    }

    async listTools() {
        return (await this.#client.listTools()).tools;
    }

    async listResources() {
        return (await this.#client.listResources()).resources;
    }

    async listResourceTemplates() {
        return (await this.#client.listResourceTemplates()).resourceTemplates;
    }

    async listPrompts() {
        return (await this.#client.listPrompts()).prompts;
    }

    call(name, args, options) {
        return this.#client.callTool({ name, arguments: args }, options);
    }

    async read(uri) {
        return (await this.#client.readResource({ uri })).contents;
    }

    async prompt(name, args) {
        return (await this.#client.getPrompt({ name, arguments: args })).messages;
    }

    async complete(prompt, name, value) {
        const ref = { type: 'ref/prompt', name: prompt };
        return (await this.#client.complete({ ref, argument: { name, value } })).completion.values;
    }

    async watch(uri) {
        if (this.#era === 'legacy') {
            await this.#client.subscribeResource({ uri });
            return () => this.#client.unsubscribeResource({ uri });
        }
        const subscription = await this.#client.listen({ resourceSubscriptions: [uri] });
        return () => subscription.close();
    }

    async reportWithLogs() {
        if (this.#era === 'legacy') {
            await this.#client.setLoggingLevel('info');
            return this.call('report', {});
        }
        const _meta = { [LOG_LEVEL_META_KEY]: 'info' };
        return this.#client.callTool({ name: 'report', arguments: {}, _meta });
    }
}

function transportOf({ stdio, http, sse }) {
    if (stdio) {
        return new StdioClientTransport({ command: stdio });
    }
    return http ? new StreamableHTTPClientTransport(new URL(http)) : new SSEClientTransport(new URL(sse));
}

await main(['legacy', 'modern'], async (target, checks) => {
    const client = new NegotiatingClient(target.era);
    await client.connect(transportOf(target));
    await run(client, target, checks);
    await client.close();
});
