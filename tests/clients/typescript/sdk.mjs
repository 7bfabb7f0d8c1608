// Drives the todo example with version 1 of the TypeScript SDK (`@modelcontextprotocol/sdk`).
// It knows only the legacy era.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
    ElicitRequestSchema,
    LoggingMessageNotificationSchema,
    ResourceUpdatedNotificationSchema
} from '@modelcontextprotocol/sdk/types.js';

import { main } from './expect.mjs';
import { Inbox, run } from './scenario.mjs';

class SdkClient {
    inbox = new Inbox();
    resourceNotFound = -32002;
    #client = new Client({ name: 'sdk', version: '1' }, { capabilities: { elicitation: {} } });

    constructor() {
        const { inbox } = this;
        this.#client.setRequestHandler(ElicitRequestSchema, ({ params }) => inbox.ask(params));
        this.#client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => inbox.log(params));
        this.#client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
            inbox.updated.push(params.uri);
        });
    }

    async connect(transport) {
        // The client tells the version only to its transport.
        transport.setProtocolVersion = observe(transport.setProtocolVersion, version => {
            this.protocolVersion = version;
        });
        await this.#client.connect(transport);
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
        return this.#client.callTool({ name, arguments: args }, undefined, options);
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
        await this.#client.subscribeResource({ uri });
        return () => this.#client.unsubscribeResource({ uri });
    }

    async reportWithLogs() {
        await this.#client.setLoggingLevel('info');
        return this.call('report', {});
    }
}

function observe(method, observer) {
    return function (...args) {
        observer(...args);
        return method?.apply(this, args);
    };
}

function transportOf({ stdio, http, sse }) {
    if (stdio) {
        return new StdioClientTransport({ command: stdio });
    }
    return http ? new StreamableHTTPClientTransport(new URL(http)) : new SSEClientTransport(new URL(sse));
}

await main(['legacy'], async (target, checks) => {
    const client = new SdkClient();
    await client.connect(transportOf(target));
    await run(client, target, checks);
    await client.close();
});
