// Written by `npm run api:types`. Do not edit.

export interface paths {
    "/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the agents that the caller may use or owns. */
        get: operations["list_agents"];
        put?: never;
        /** Adds an agent. Its owner is the caller. */
        post: operations["create_agent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns an agent, and the tools that the caller gets from it. */
        get: operations["read_agent"];
        /** Replaces the definition of an agent, and its name if the body has another one. */
        put: operations["replace_agent"];
        post?: never;
        /** Removes an agent. It can be restored. */
        delete: operations["delete_agent"];
        options?: never;
        head?: never;
        /** Changes members of a definition (JSON merge patch). */
        patch: operations["patch_agent"];
        trace?: never;
    };
    "/agents/{name}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns an agent as the API of its provider wants it, with the tools that the caller may call. */
        get: operations["export_agent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{name}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Brings a removed agent back. */
        post: operations["restore_agent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{name}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the versions of an agent, the newest first. */
        get: operations["list_agent_versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{name}/versions/{version}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Brings an earlier version of an agent back. */
        post: operations["roll_back_agent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/choose": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Finds the tools that fit a task, among those that the caller may call, and says whether any does. `fit` is `tool`, `nothing` or `ask_person`. */
        post: operations["choose_tools"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/database/posture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the role that `sql` tools run as, and which of its rights it should not have. */
        get: operations["read_posture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/database/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the tables and views that the server's role may read, with their columns. */
        get: operations["list_tables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/database/tables/{table}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns a table (`schema.table`), with its first rows for an admin who asks. */
        get: operations["read_table"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sends events: `registry`, `agents`, `execution`, `health` and `question`. */
        get: operations["listen"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists calls, the newest first: an admin sees all, others their own. */
        get: operations["list_executions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns a call with its arguments and its result. */
        get: operations["read_execution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Calls the tool of an earlier call again, by default with the same arguments. */
        post: operations["replay_execution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Examines the parts of the server, as `toolwright doctor` does. */
        get: operations["read_health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists keys. */
        get: operations["list_keys"];
        put?: never;
        /** Makes a key. This is the only time that it is shown. */
        post: operations["create_key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revokes a key. */
        delete: operations["delete_key"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replaces a key by a new one with the same rights. */
        post: operations["rotate_key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kinds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the kinds of tools that can be defined, with the schema of their configuration. */
        get: operations["list_kinds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns this document. */
        get: operations["read_openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Calls several tools, in order. A step that fails has an error, and the others still run. */
        post: operations["run_plan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the open questions: an admin sees all, others those of their own calls. */
        get: operations["list_questions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/questions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answers a question. */
        post: operations["answer_question"];
        /** Refuses to answer a question. */
        delete: operations["dismiss_question"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Names what makes the tools hard to choose rightly, among those that the caller may call: pairs that descriptions do not tell apart, instructions to the model, parameters without words. Each tool has a score. */
        get: operations["review_tools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/servers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the other MCP servers, and what each is doing. */
        get: operations["list_servers"];
        put?: never;
        /** Adds another MCP server. Credentials are stored sealed. */
        post: operations["create_server"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/servers/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns another MCP server, and what it is doing. */
        get: operations["get_server"];
        put?: never;
        post?: never;
        /** Removes a server. */
        delete: operations["delete_server"];
        options?: never;
        head?: never;
        /** Changes members of a server's entry (JSON merge patch), such as `disabled`. */
        patch: operations["patch_server"];
        trace?: never;
    };
    "/servers/{name}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Serves the definitions that a server has now, although they have changed. */
        post: operations["approve_server"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/servers/{name}/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begins to log in to a server, and returns where a browser does that. */
        post: operations["begin_server_login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/servers/{name}/login/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends a login with the address that the browser was sent back to, and connects. */
        post: operations["finish_server_login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/servers/{name}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the last lines that a program wrote to its standard error. */
        get: operations["read_server_log"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/servers/{name}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Connects to a server once, also if it is disabled, and returns what it offers. */
        post: operations["test_server"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/servers/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Adds the servers in the configuration of a desktop host. Those that are there stay as they are. */
        post: operations["import_servers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns who is logged in, and what the server is. */
        get: operations["read_session"];
        put?: never;
        /** Exchanges an API key, or the token of the link that the start prints, for a cookie. */
        post: operations["log_in"];
        /** Ends the session of the cookie. */
        delete: operations["log_out"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns what is configured, and where. Secrets are hidden. */
        get: operations["read_settings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Counts calls by time, tool, caller and outcome: an admin's all, others' their own. */
        get: operations["read_statistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the tools that the caller may call or owns. */
        get: operations["list_tools"];
        put?: never;
        /** Adds a tool. Its owner is the caller. */
        post: operations["create_tool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tools/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns a tool with its definition. */
        get: operations["read_tool"];
        /** Replaces the definition of a tool, and its name if the body has another one. */
        put: operations["replace_tool"];
        post?: never;
        /** Removes a tool. It can be restored. */
        delete: operations["delete_tool"];
        options?: never;
        head?: never;
        /** Changes members of a definition (JSON merge patch). */
        patch: operations["patch_tool"];
        trace?: never;
    };
    "/tools/{name}/call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Calls a tool. A call that fails answers 200 with `success: false`, also one of a tool that does not exist (`error_kind: not_found`) or that the whitelist excludes (`error_kind: denied`). */
        post: operations["call_tool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tools/{name}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Brings a removed tool back. */
        post: operations["restore_tool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tools/{name}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Runs a stored tool once, also one that is switched off. */
        post: operations["test_tool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tools/{name}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the versions of a tool, the newest first. */
        get: operations["list_versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tools/{name}/versions/{version}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Brings an earlier version of a tool back. */
        post: operations["roll_back_tool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tools/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Checks a definition without storing it. A definition with problems answers 200 too. */
        post: operations["check_definition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tools/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reads the definitions that an OpenAPI document describes, without storing them. */
        post: operations["import_definitions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tools/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Runs a definition once, without storing it. The log marks the call as a test. */
        post: operations["test_definition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists users. */
        get: operations["list_users"];
        put?: never;
        /** Adds a user. */
        post: operations["create_user"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Removes a user and its keys. Its tools are switched off, and an admin can give them to another. */
        delete: operations["delete_user"];
        options?: never;
        head?: never;
        /** Changes the role of a user, or switches its keys off. */
        patch: operations["patch_user"];
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Which agents are wanted. */
        AgentQuery: {
            /**
             * @description Only agents that are switched on, or off.
             * @default null
             */
            active: boolean | null;
            /**
             * @description The `next` of the page before.
             * @default null
             */
            cursor: string | null;
            /**
             * @description Only agents that were removed.
             * @default null
             */
            deleted: boolean | null;
            /**
             * Format: uint
             * @description The largest number of items: 1 to 1000.
             * @default null
             */
            limit: number | null;
            /**
             * @description Only agents of this user.
             * @default null
             */
            owner: string | null;
            /**
             * @description Only agents with a model of this provider.
             * @default null
             */
            provider: components["schemas"]["ModelProvider"] | null;
            /**
             * @description Only agents whose name or description has these words.
             * @default null
             */
            q: string | null;
        };
        /** @description The definition of an agent. */
        AgentSpec: {
            /** @description How the model is asked. What is absent is up to the provider. */
            config?: {
                max_tokens?: number | null;
                /** @description At most 4 for `openai`, and 1 for `zhipuai`. */
                stop_sequences?: string[] | null;
                /** @description At most 1 for `anthropic` and `zhipuai`. */
                temperature?: number | null;
                /** @description At least 0.01 for `zhipuai`. */
                top_p?: number | null;
            } | null;
            /** @description For people: what the agent is for. */
            description?: string | null;
            /** @description Whether it is served. By default it is. */
            is_active?: boolean | null;
            /** @description Whether others than the owner may use it. By default they may not. */
            is_public?: boolean | null;
            /** @description How much of a conversation the model gets. */
            memory_config?: {
                max_messages?: number | null;
                max_tokens?: number | null;
                /** @enum {string} */
                type: "sliding_window";
            } | null;
            /** @description The model, as its provider calls it. */
            model_name: string;
            /** @enum {string} */
            model_provider: "anthropic" | "openai" | "zhipuai";
            /** @description The name, which is in its address: `/mcp/agents/NAME`. */
            name: string;
            /** @description The user that may change it. */
            owner?: string | null;
            system_prompt?: string | null;
            /** @description The tools that the agent may use, by id or name. They are stored by id. */
            tools?: string[] | null;
        };
        /** @description An agent in a list. */
        AgentSummary: {
            description?: string | null;
            /** @description Whether the caller may change it. */
            editable: boolean;
            /** @description The path of its MCP endpoint. */
            endpoint: string;
            /** @description Whether it is served. */
            is_active: boolean;
            /** @description Whether others than the owner may use it. */
            is_public: boolean;
            model_name: string;
            model_provider: components["schemas"]["ModelProvider"];
            name: string;
            owner?: string | null;
            /** @description The version that `If-Match` names. */
            revision: string;
            /**
             * Format: uint
             * @description The number of tools in its list, also of those that are left out.
             */
            tool_count: number;
            updated_at: string;
            updated_by: string;
        };
        /** @description An agent with its definition. */
        AgentView: {
            config: components["schemas"]["ParametersView"];
            description?: string | null;
            /** @description Whether the caller may change it. */
            editable: boolean;
            /** @description The path of its MCP endpoint. */
            endpoint: string;
            /** @description Whether it is served. */
            is_active: boolean;
            /** @description Whether others than the owner may use it. */
            is_public: boolean;
            /** @description The tools of its list that are left out, for those who may change it. */
            left_out: components["schemas"]["LeftOut"][];
            memory_config?: components["schemas"]["MemoryView"] | null;
            model_name: string;
            model_provider: components["schemas"]["ModelProvider"];
            name: string;
            owner?: string | null;
            /** @description The version that `If-Match` names. */
            revision: string;
            /** @description The definition as it is stored, for those who may change it. */
            spec?: {
                [key: string]: unknown;
            } | null;
            system_prompt?: string | null;
            /**
             * Format: uint
             * @description The number of tools in its list, also of those that are left out.
             */
            tool_count: number;
            /** @description The names of the tools that the caller gets from it, in their order. */
            tools: string[];
            updated_at: string;
            updated_by: string;
        };
        /** @description The answer to a question. */
        AnswerBody: {
            /** @description Text, one of the choices, or a boolean for yes or no. */
            answer: unknown;
        };
        /** @description What is approved. */
        ApproveBody: {
            /**
             * @description The `seen` of the server when it was looked at. If the server has something else by now, nothing
             *     is approved.
             */
            seen: string;
        };
        /** @description What is changed about an argument, for the schema. */
        ArgumentMembers: {
            /** @description The value if an agent sends none. */
            default?: unknown;
            description?: string | null;
            hidden?: boolean | null;
            name?: string | null;
            /** @description The value that is always sent. It hides the argument. */
            value?: unknown;
        };
        /** @description Calls, and the percentiles of their times, without the time in which they waited for answers. */
        BucketView: {
            at: string;
            /** Format: uint64 */
            calls: number;
            /** Format: uint64 */
            errors: number;
            /**
             * Format: double
             * @description Not in the log: `/metrics` has it.
             */
            overhead_p50_ms?: number | null;
            /** Format: double */
            p50_ms?: number | null;
            /** Format: double */
            p95_ms?: number | null;
            /** Format: double */
            p99_ms?: number | null;
        };
        /** @description A call. */
        CallBody: {
            /**
             * @description The arguments, by name.
             * @default {}
             */
            arguments: {
                [key: string]: unknown;
            };
        };
        CallerCount: {
            caller: string;
            /** Format: uint64 */
            calls: number;
            /** Format: uint64 */
            errors: number;
        };
        /** @description A definition to check. */
        CheckBody: {
            /** @description The definition of the tool. */
            spec: {
                [key: string]: unknown;
            };
        };
        /** @description The problems of a definition, and the tool that agents would see. */
        CheckResult: {
            /** @description What MCP clients would get. */
            definition?: unknown;
            derived: components["schemas"]["Derived"];
            /** @description Whether it can be stored. */
            ok: boolean;
            problems: components["schemas"]["Finding"][];
            /** @description The request of an `http` tool. */
            request_preview?: components["schemas"]["RequestPreview"] | null;
            /**
             * Format: uint
             * @description The size of the definition for agents, estimated.
             */
            tokens: number;
        };
        /** @description The tools that fit a task. */
        Choice: {
            /** @description The next step, in words. */
            advice: string;
            /** @description Whether all tools were compared by meaning, or some by their words alone since they are new. */
            by_meaning: boolean;
            /** @description Whether the first tools fit, no tool does, or a person has to be asked first. */
            fit: components["schemas"]["Fit"];
            /** @description The tools, best first. */
            tools: components["schemas"]["ChosenTool"][];
        };
        /** @description What is to be done. */
        ChooseBody: {
            /**
             * @description Whether each tool has the values of the signals that its score consists of.
             * @default false
             */
            explain: boolean;
            /**
             * Format: uint
             * @description The most tools that are returned, up to 200.
             * @default 5
             */
            limit: number;
            /** @description What is to be done, in the words of the person. */
            task: string;
            /**
             * @description The task in English, if it is in another language.
             * @default null
             */
            task_in_english: string | null;
        };
        /** @description A tool that fits a task. */
        ChosenTool: {
            /** @description Its description. */
            description: string;
            /** @description The JSON schema of its arguments. */
            input_schema: {
                [key: string]: unknown;
            };
            /** @description Its name, for `call_tool`. */
            name: string;
            /**
             * Format: float
             * @description How well it fits. Scores of one answer can be compared.
             */
            score: number;
            /** @description The value of each signal, if an explanation was asked for. */
            signals?: {
                [key: string]: number;
            } | null;
            /** @description Why it was found: the nearest of its examples, and the words that it shares with the task. */
            why: string;
        };
        ColumnView: {
            comment?: string | null;
            /** @description `primary`, `foreign` or `null`. */
            key?: string | null;
            name: string;
            nullable: boolean;
            /** @description The column that a foreign key refers to, as `schema.table.column`. */
            references?: string | null;
            type: string;
        };
        /** @description Calls, and the percentiles of their times, without the time in which they waited for answers. */
        CountView: {
            /** Format: uint64 */
            calls: number;
            /** Format: uint64 */
            errors: number;
            /** Format: double */
            p50_ms?: number | null;
            /** Format: double */
            p95_ms?: number | null;
            /** Format: double */
            p99_ms?: number | null;
        };
        /** @description A key as it is answered once, when it is made. */
        CreatedKey: {
            /** @description The agent whose endpoint it opens, and nothing else; `null` for the whole server. */
            agent?: string | null;
            created_at: string;
            expires_at?: string | null;
            id: string;
            /** @description The key itself. It cannot be read again. */
            key: string;
            label: string;
            /** @description To within some minutes. */
            last_used_at?: string | null;
            revision: string;
            /**
             * @description A role, in bodies.
             * @enum {string}
             */
            role: "caller" | "author" | "admin";
            scopes: string[];
            /** @description Patterns of the tools that it may call; empty for all that its user may. */
            tools: string[];
            user: string;
        };
        /** @description The facts that the engine of the tool tells about it. */
        Derived: {
            columns: components["schemas"]["DerivedColumn"][];
            output_schema?: unknown;
            parameters: components["schemas"]["DerivedParameter"][];
        };
        DerivedColumn: {
            name: string;
            /** @description Always true: a database does not say which results are never null. */
            nullable: boolean;
            /** @description The type in the database. */
            type: string;
        };
        DerivedParameter: {
            /** @description The type in the database. */
            database_type: string;
            name: string;
            /** @description The type in JSON schemas. */
            type: string;
        };
        /** @description A call in a list. */
        ExecutionItem: {
            agent?: string | null;
            /** @description The beginning of the arguments as JSON, without secrets. */
            arguments_text?: string | null;
            /** @description When the call began. */
            at: string;
            /** @description The caller: the name of a user, or an address. */
            caller?: string | null;
            /** @description The software that called. */
            client?: string | null;
            /** Format: double */
            elapsed_ms: number;
            id: string;
            /** @description The id of the key that the caller showed. */
            key_id?: string | null;
            kind?: string | null;
            /** @description `ok`, `input_required`, `begun`, or the kind of an error. */
            outcome: string;
            /** @description The server that answered the call, if several share a database. */
            server?: string | null;
            /** @description Whether it was a trial run. */
            test: boolean;
            tool: string;
            /**
             * Format: double
             * @description The part of this time in which it waited for a person or for the client.
             */
            waited_ms: number;
        };
        /** @description Which calls are wanted. */
        ExecutionQuery: {
            /**
             * @description Only calls through this agent; `*` matches any characters.
             * @default null
             */
            agent: string | null;
            /**
             * @description Only calls of this caller or client; `*` matches any characters.
             * @default null
             */
            caller: string | null;
            /**
             * @description The `next` of the page before.
             * @default null
             */
            cursor: string | null;
            /**
             * Format: uint
             * @description The largest number of items: 1 to 1000.
             * @default null
             */
            limit: number | null;
            /**
             * @description Only calls with this outcome.
             * @default null
             */
            outcome: string | null;
            /**
             * @description Only calls whose record has this text.
             * @default null
             */
            q: string | null;
            /**
             * @description Only calls that began at this time or later (RFC 3339, or an age such as `2h`).
             * @default null
             */
            since: string | null;
            /**
             * @description Only calls of this tool; `*` matches any characters.
             * @default null
             */
            tool: string | null;
            /**
             * @description Only calls that began before this time.
             * @default null
             */
            until: string | null;
        };
        /** @description A call with its arguments and its result. */
        ExecutionView: {
            agent?: string | null;
            /** @description The arguments as they came, without secrets. */
            arguments?: unknown;
            /** @description The beginning of the arguments as JSON, without secrets. */
            arguments_text?: string | null;
            /** @description When the call began. */
            at: string;
            /** @description The caller: the name of a user, or an address. */
            caller?: string | null;
            /** @description The software that called. */
            client?: string | null;
            /** @description The content blocks of MCP. */
            content: unknown[];
            /** Format: double */
            elapsed_ms: number;
            error?: string | null;
            id: string;
            /** @description The id of the key that the caller showed. */
            key_id?: string | null;
            kind?: string | null;
            /** @description `ok`, `input_required`, `begun`, or the kind of an error. */
            outcome: string;
            /** @description How the arguments were changed to fit. */
            repairs: unknown[];
            /** @description The result, as the call answered it. */
            result?: unknown;
            /** @description The server that answered the call, if several share a database. */
            server?: string | null;
            /** @description Whether it was a trial run. */
            test: boolean;
            timeline: components["schemas"]["Span"][];
            tool: string;
            trace_id?: string | null;
            /**
             * Format: double
             * @description The part of this time in which it waited for a person or for the client.
             */
            waited_ms: number;
        };
        /** @description An agent as the API of its provider wants it. */
        ExportView: {
            agent: components["schemas"]["AgentSummary"];
            /** @description The tools of its list that are left out, for those who may change it. */
            left_out: components["schemas"]["LeftOut"][];
            /** @description How much of the conversation to send. */
            memory_config?: unknown;
            /** @description The parts that the provider would refuse. */
            problems: string[];
            provider: components["schemas"]["ModelProvider"];
            /**
             * @description The tools whose names the provider does not accept: the names in `request`, with those that MCP
             *     knows.
             */
            renamed: {
                [key: string]: string;
            };
            /**
             * @description The body of a request to the provider, which lacks only the messages of the conversation: `POST
             *     /v1/messages` for `anthropic`, and a chat completion for `openai` and `zhipuai`.
             */
            request: {
                [key: string]: unknown;
            };
        };
        /** @description One thing that is wrong with what was sent. */
        Finding: {
            code?: components["schemas"]["TextCode"];
            /** @description The sentence in English. */
            message: string;
            /** @description What the sentence fills in, by name: a word, or another sentence. */
            params?: {
                [key: string]: string | components["schemas"]["Told"];
            };
            /** @description The JSON pointer of the value, such as `/config/query`. */
            path: string;
        };
        /** @description The end of a login. */
        FinishBody: {
            /** @description The whole address that the browser was sent back to. */
            redirected: string;
        };
        /** @description Whether a tool fits. */
        Fit: "tool" | "nothing" | "ask_person";
        /** @description A finding about a part. */
        HealthFinding: {
            /** @description The sentence in `fix`. */
            advice?: components["schemas"]["Told"] | null;
            /** @description The sentences of `text`. */
            facts: components["schemas"]["Told"][];
            /** @description How to fix it, in English. */
            fix?: string | null;
            severity: components["schemas"]["HealthSeverity"];
            /** @description The part, such as `database`. */
            subject: string;
            /** @description What is known about the part, in English. */
            text: string;
        };
        /** @description How something is. */
        HealthSeverity: "ok" | "note" | "warning" | "error";
        /** @description The findings of all parts. */
        HealthView: {
            findings: components["schemas"]["HealthFinding"][];
            /** @description `ok`, `warning` or `error`: that of the worst finding. */
            status: string;
        };
        /** @description A change that is held back. */
        HeldView: {
            /** @description The kind and the name, such as `tool search`. */
            item: string;
            /** @description The definition that the server has now. */
            offered: unknown;
            /** @description The definition that is served. `null` if the item is new, and not served. */
            pinned: unknown;
        };
        /** @description A document, and what of it is wanted. */
        ImportBody: {
            /** @description The address of the server, in place of the one in the document. */
            base_url?: string | null;
            /**
             * @description Only operations with these names or paths, as in `list*` or `/users/*`.
             * @default []
             */
            only: string[];
            /** @description The text of an OpenAPI document of version 3.0 or 3.1, in JSON or YAML. */
            openapi: string;
            /**
             * @description Text that the name of each tool begins with.
             * @default
             */
            prefix: string;
        };
        /** @description The definitions that a document describes. */
        ImportResult: {
            /** @description One `http` tool for each operation. None is stored. */
            definitions: {
                [key: string]: unknown;
            }[];
            /** @description The operations that cannot become tools. */
            skipped: components["schemas"]["SkippedOperation"][];
            /** @description Whether the service wants credentials, which no definition has. */
            wants_credentials: boolean;
        };
        /** @description A key to make. */
        KeyBody: {
            /** @description The agent whose endpoint it opens, and nothing else. */
            agent?: string | null;
            /** @description When it stops working (RFC 3339). */
            expires_at?: string | null;
            /** @default  */
            label: string;
            /**
             * @description The role, if it is to be less than that of the user.
             * @enum {string|null}
             */
            role?: "caller" | "author" | "admin" | null;
            /** @default [] */
            scopes: string[];
            /**
             * @description Patterns of the tools that it may call; empty for all that its user may.
             * @default []
             */
            tools: string[];
            user: string;
        };
        /** @description A key, without its secret. */
        KeyView: {
            /** @description The agent whose endpoint it opens, and nothing else; `null` for the whole server. */
            agent?: string | null;
            created_at: string;
            expires_at?: string | null;
            id: string;
            label: string;
            /** @description To within some minutes. */
            last_used_at?: string | null;
            revision: string;
            /**
             * @description A role, in bodies.
             * @enum {string}
             */
            role: "caller" | "author" | "admin";
            scopes: string[];
            /** @description Patterns of the tools that it may call; empty for all that its user may. */
            tools: string[];
            user: string;
        };
        /** @description A kind of tool. */
        KindView: {
            /** @description The JSON schema of `config`. */
            config_schema: {
                [key: string]: unknown;
            };
            /** @description The `type` of its tools. */
            name: string;
            /** @description Whether a definition must have `config`. */
            needs_config: boolean;
            /** @description Whether its tools run programs of their author, so that only an admin may define them. */
            runs_programs: boolean;
            /** @description Whether a definition may have `auth`. */
            takes_auth: boolean;
            /** @description The field of `config` that holds the text of the author, such as a query. */
            text_field?: string | null;
        };
        /** @description A tool of a list that is left out. */
        LeftOut: {
            /** @description Its name, if the caller may see it. */
            name?: string | null;
            /** @description `inactive` if it is switched off, `unavailable` if it is gone or private. */
            reason: string;
            /** @description The tool as the list names it: its id, or its name. */
            tool: string;
        };
        LeftOutServer: {
            name: string;
            reason: string;
            /** @description The sentence in `reason`, with its code. */
            told: components["schemas"]["Told"];
        };
        /** @description The credentials that somebody logs in with. */
        LogIn: {
            key: string;
        } | {
            token: string;
        };
        /** @description Where a browser logs in. */
        LoginAddress: {
            address: string;
        };
        /** @description Where a login begins. */
        LoginBody: {
            /** @description The address of the console that the authorization server sends the browser back to. */
            redirect: string;
        };
        /** @description How much of a conversation the model gets. */
        MemoryView: {
            /** Format: uint64 */
            max_messages?: number | null;
            /** Format: uint64 */
            max_tokens?: number | null;
            /** @description Always `sliding_window`. */
            type: string;
        };
        /** @description The provider of a model. */
        ModelProvider: "anthropic" | "openai" | "zhipuai";
        /** @description A user to add. */
        NewUser: {
            /** @description 1 to 64 letters, digits, `_`, `-`, `.` or `@`. */
            name: string;
            /**
             * @description A role, in bodies.
             * @enum {string}
             */
            role: "caller" | "author" | "admin";
        };
        /** @description A part of a list. */
        Page: {
            items: components["schemas"]["ToolSummary"][];
            /** @description The cursor of the next page. `null` on the last one. */
            next?: string | null;
            /**
             * Format: uint
             * @description How many items the whole list has. `null` if nobody has counted them.
             */
            total?: number | null;
        };
        /** @description A part of a list. */
        Page2: {
            items: components["schemas"]["KindView"][];
            /** @description The cursor of the next page. `null` on the last one. */
            next?: string | null;
            /**
             * Format: uint
             * @description How many items the whole list has. `null` if nobody has counted them.
             */
            total?: number | null;
        };
        /** @description A part of a list. */
        Page3: {
            items: components["schemas"]["AgentSummary"][];
            /** @description The cursor of the next page. `null` on the last one. */
            next?: string | null;
            /**
             * Format: uint
             * @description How many items the whole list has. `null` if nobody has counted them.
             */
            total?: number | null;
        };
        /** @description A part of a list. */
        Page4: {
            items: components["schemas"]["ExecutionItem"][];
            /** @description The cursor of the next page. `null` on the last one. */
            next?: string | null;
            /**
             * Format: uint
             * @description How many items the whole list has. `null` if nobody has counted them.
             */
            total?: number | null;
        };
        /** @description A part of a list. */
        Page5: {
            items: components["schemas"]["QuestionView"][];
            /** @description The cursor of the next page. `null` on the last one. */
            next?: string | null;
            /**
             * Format: uint
             * @description How many items the whole list has. `null` if nobody has counted them.
             */
            total?: number | null;
        };
        /** @description A part of a list. */
        Page6: {
            items: components["schemas"]["ServerView"][];
            /** @description The cursor of the next page. `null` on the last one. */
            next?: string | null;
            /**
             * Format: uint
             * @description How many items the whole list has. `null` if nobody has counted them.
             */
            total?: number | null;
        };
        /** @description A part of a list. */
        Page7: {
            items: components["schemas"]["UserView"][];
            /** @description The cursor of the next page. `null` on the last one. */
            next?: string | null;
            /**
             * Format: uint
             * @description How many items the whole list has. `null` if nobody has counted them.
             */
            total?: number | null;
        };
        /** @description A part of a list. */
        Page8: {
            items: components["schemas"]["KeyView"][];
            /** @description The cursor of the next page. `null` on the last one. */
            next?: string | null;
            /**
             * Format: uint
             * @description How many items the whole list has. `null` if nobody has counted them.
             */
            total?: number | null;
        };
        /** @description Which part of a list is wanted. */
        PageQuery: {
            /**
             * @description The `next` of the page before.
             * @default null
             */
            cursor: string | null;
            /**
             * Format: uint
             * @description The largest number of items: 1 to 1000.
             * @default null
             */
            limit: number | null;
        };
        /** @description How the model is asked. */
        ParametersView: {
            /** Format: uint64 */
            max_tokens?: number | null;
            stop_sequences: string[];
            /** Format: double */
            temperature?: number | null;
            /** Format: double */
            top_p?: number | null;
        };
        /** @description The calls, in order: a list, an object with the list in `steps`, or an object with names in `tools`. */
        Plan: {
            arguments?: Record<string, never>;
            tool: string;
        }[] | {
            steps: {
                arguments?: Record<string, never>;
                tool: string;
            }[];
        } | {
            /** @description The names of tools, which are called without arguments. */
            tools: string[];
        };
        /**
         * @description The results of a plan.
         *
         *     [`Client::run_plan`](crate::Client::run_plan) returns one.
         */
        PlanReport: {
            /**
             * Format: uint
             * @description The number of steps that failed.
             */
            failed: number;
            /** @description The results, in the order of the steps. */
            results: components["schemas"]["ToolExecutionResult"][];
            /** @description The reason why no step was run. */
            skipped?: string | null;
            /**
             * Format: uint
             * @description The number of steps that succeeded.
             */
            succeeded: number;
        };
        /** @description The rights of the role that `sql` tools run as. */
        Posture: {
            database: string;
            /** @description The most serious ones first. A role that can only read has none. */
            findings: components["schemas"]["RoleFinding"][];
            role: string;
            /** @description SQL that creates a role which can only read. */
            setup_sql: string;
        };
        /** @description The refusal of a request. */
        Problem: {
            code?: components["schemas"]["TextCode"];
            /** @description The value that is stored now, if the request was made for another one. */
            current?: unknown;
            /** @description The problem of this request. */
            detail: string;
            /** @description What the sentence fills in, by name: a word, or another sentence. */
            params?: {
                [key: string]: string | components["schemas"]["Told"];
            };
            /** @description Everything that is wrong with what was sent. */
            problems?: components["schemas"]["Finding"][];
            /** Format: uint16 */
            status: number;
            /** @description The status in words. */
            title: string;
            /** @description Always `about:blank`: the status says which kind it is. */
            type: string;
        };
        /** @description The kinds of problems. */
        ProblemKind: "no_description" | "instructions" | "twin" | "no_limits" | "parameters" | "large";
        /** @description An open question. */
        QuestionView: {
            asked_at: string;
            /** @description The software that asked. */
            caller?: string | null;
            expires_at?: string | null;
            id: string;
            /** @description The choices. `null` if any text is an answer. */
            options?: string[] | null;
            question: string;
            tool?: string | null;
        };
        /** @description A change to the arguments of a call. They did not fit, and it was clear what was meant. */
        Repair: {
            /** @description The value that was sent. */
            got: unknown;
            /** @description The path to the value, such as `items[2].price`; `arguments` for all of them. */
            path: string;
            /** @description The kind of repair. */
            repair: components["schemas"]["RepairKind"];
            /** @description The value that was used instead, or `None` if the argument was left out. */
            used?: unknown;
        };
        /** @description The kind of a [`Repair`], by what was wrong with the value. */
        RepairKind: "stringified_json" | "quoted_value" | "whole_number" | "null_for_default" | "single_value" | "letter_case" | "near_miss_key" | "code_fence";
        /** @description The differences from the earlier call. */
        ReplayBody: {
            /**
             * @description The arguments, if not those of the earlier call.
             * @default null
             */
            arguments: {
                [key: string]: unknown;
            } | null;
        };
        /** @description The request of an `http` tool, with the places of its arguments as they are written. */
        RequestPreview: {
            body?: string | null;
            headers: {
                [key: string]: string;
            };
            method: string;
            url: string;
        };
        /** @description What is hard about tools. */
        Review: {
            /** @description Whether all tools were compared with each other. More than 1,000 are not. */
            compared: boolean;
            /** @description The tools, those with the lowest score first. */
            tools: components["schemas"]["ReviewedTool"][];
        };
        /** @description A tool with its problems. */
        ReviewedTool: {
            name: string;
            problems: components["schemas"]["ReviewProblem"][];
            /**
             * Format: uint32
             * @description How well it can be chosen: 100 without problems.
             */
            score: number;
            /**
             * Format: uint
             * @description The size of its definition for agents, estimated.
             */
            tokens: number;
        };
        /** @description A problem of a tool. */
        ReviewProblem: {
            kind: components["schemas"]["ProblemKind"];
            message: string;
            /** @description The tool that it cannot be told from. */
            other?: string | null;
            /** @description What to write. */
            suggestion: string;
        };
        /** @description A right that the role should not have. */
        RoleFinding: {
            /** @description The sentence in `fix`, with its code. */
            advice: components["schemas"]["Told"];
            /** @description The statement or setting that prevents it. */
            fix: string;
            /** @description What the role could do. */
            problem: string;
            severity: components["schemas"]["RoleSeverity"];
            /** @description The sentence in `problem`, with its code. */
            told: components["schemas"]["Told"];
        };
        /** @description How serious a right is. */
        RoleSeverity: "notice" | "warning" | "danger";
        /** @description A finished call. */
        RunResult: {
            /** @description The content blocks of MCP. */
            content: unknown[];
            /**
             * Format: double
             * @description The duration of the call in seconds.
             */
            elapsed: number;
            /** @description The message of a failed call. */
            error?: string | null;
            /** @description The kind of a failed call: the word for its outcome in the log and in the metrics. */
            error_kind?: string | null;
            /** @description The ID of the call in the execution log. */
            execution_id?: string | null;
            /** @description The changes that made the arguments fit the schema of the tool. */
            repairs?: components["schemas"]["Repair"][];
            /**
             * @description The structured value of the output; else its text; else its content blocks. A failed call
             *     has a result only if its tool returned a structured one.
             */
            result?: unknown;
            /** @description `success` or `error`. */
            status: string;
            /** @description Whether the call succeeded. */
            success: boolean;
            /** @description The name of the tool. */
            tool: string;
            /** @description The name of the tool, as `tool`. */
            tool_name: string;
        };
        /** @description The members of an entry, for the schema. The registry reads them. */
        ServerBody: {
            args?: string[] | null;
            /** @description A program, which speaks on its standard streams. */
            command?: string | null;
            /** @description The folder that the program runs in. */
            cwd?: string | null;
            /** @description Whether it is not connected to. */
            disabled?: boolean | null;
            /** @description The variables of the program. Those that look like credentials are stored sealed. */
            env?: {
                [key: string]: string;
            } | null;
            /** @description Patterns of the tools and prompts that are not taken. */
            exclude?: string[] | null;
            /** @description The headers of each request. Those that look like credentials are stored sealed. */
            headers?: {
                [key: string]: string;
            } | null;
            /**
             * Format: double
             * @description The time without a call after which a program is stopped. The next call starts it again.
             */
            idle_seconds?: number | null;
            /** @description Patterns of the tools and prompts that are taken. */
            include?: string[] | null;
            /** @description The name, which its tools begin with. */
            name: string;
            /** @description The text before the names of its tools and prompts, in place of the name. */
            prefix?: string | null;
            /** @description The names of headers and variables that are stored sealed, whatever they look like. */
            secrets?: string[] | null;
            /**
             * Format: double
             * @description The time limit of a call.
             */
            timeout_seconds?: number | null;
            /** @description What is changed about its tools, by the names that they have there. */
            tools?: {
                [key: string]: components["schemas"]["ToolChange"];
            } | null;
            /** @description `http` or `sse` for a `url`. */
            type?: string | null;
            /** @description The address of a server on the network. */
            url?: string | null;
        };
        /** @description What became of servers that were imported. */
        ServerImport: {
            /** @description The entries that are added, or would be, with credentials masked. */
            added: {
                [key: string]: unknown;
            };
            /** @description Whether nothing was written. */
            dry_run: boolean;
            /** @description The other servers of the text. */
            left_out: components["schemas"]["LeftOutServer"][];
        };
        /** @description Servers that somebody copied from the configuration of a desktop host. */
        ServerImportBody: {
            /**
             * @description Whether nothing is written.
             * @default false
             */
            dry_run: boolean;
            /**
             * @description Only the servers with these names.
             * @default []
             */
            only: string[];
            /** @description The text: JSON with `mcpServers` or `servers`, or the entries alone. It may have comments. */
            text: string;
        };
        /** @description What a program has written. */
        ServerLines: {
            /** @description The last lines that it wrote to its standard error, the oldest first. */
            lines: string[];
        };
        /** @description What a connection that is made once has found. */
        ServerTest: {
            /** @description `modern` for 2026-07-28, `legacy` for the revisions with sessions. */
            era?: string | null;
            /** Format: uint64 */
            milliseconds: number;
            /** @description Whether the server answered with its lists. */
            ok: boolean;
            /** @description Definitions that are left out, and descriptions that look as if they were meant to mislead. */
            problems: string[];
            /** Format: uint */
            prompts: number;
            /** @description Why not, with what a program said last. */
            reason?: string | null;
            /** Format: uint */
            resources: number;
            revision?: string | null;
            /** @description The names that its tools have here. */
            tools: string[];
        };
        /** @description Another MCP server. */
        ServerView: {
            /**
             * Format: uint32
             * @description The attempts to connect that failed in a row.
             */
            attempts: number;
            /** @description Its entry in `mcp.json`, with credentials masked. */
            config: {
                [key: string]: unknown;
            };
            /** @description `modern` for 2026-07-28, `legacy` for the revisions with sessions; if it is connected. */
            era?: string | null;
            /** @description Whether credentials of it are stored sealed. */
            has_sealed: boolean;
            /** @description The changes that are held back until they are approved. */
            held: components["schemas"]["HeldView"][];
            /** @description The last lines that a program wrote to its standard error. */
            last_lines: string[];
            name: string;
            /** @description When the next attempt is made, if it waits for one. */
            next_attempt?: string | null;
            /** @description Definitions that are left out, and descriptions that look as if they were meant to mislead. */
            problems: string[];
            /** Format: uint */
            prompts: number;
            /** @description Why it is not connected. */
            reason?: string | null;
            /** Format: uint */
            resources: number;
            /** @description The revision of MCP that it speaks, if it is connected. */
            revision?: string | null;
            /** @description The fingerprint of everything that the server has now, for `approve`. */
            seen: string;
            /** @description `connecting`, `ready`, `waiting`, `idle`, `stopped` or `disabled`. */
            state: string;
            /** @description The names that its tools have here. */
            tools: string[];
            /** @description `stdio`, `http` or `sse`. */
            transport: string;
            /** @description The version that `If-Match` names. */
            version: string;
        };
        /** @description The user that is logged in, and facts about the server. */
        Session: {
            /** @description `none` if the server asks nobody, else `cookie`, `key` or `token`. */
            auth: string;
            /** @description The kinds of tools that can be defined. */
            features: string[];
            /** @description The language that the console begins with. `null` for that of the browser. */
            language?: string | null;
            /** @description The address of MCP clients. */
            mcp_url: string;
            server_name: string;
            user: components["schemas"]["SessionUser"];
            version: string;
        };
        SessionUser: {
            name: string;
            /**
             * @description A role, in bodies.
             * @enum {string}
             */
            role: "caller" | "author" | "admin";
        };
        /** @description The settings of the server. */
        SettingsView: {
            /** @description The files that were read. */
            files: string[];
            items: components["schemas"]["SettingView"][];
        };
        /** @description A setting. */
        SettingView: {
            description: string;
            is_secret: boolean;
            name: string;
            /** @description The place of the value: `environment`, a file, or `default`. */
            place: string;
            /** @description The value, or asterisks in place of a secret. `null` if there is none. */
            value?: string | null;
        };
        SkippedOperation: {
            operation: string;
            reason: string;
        };
        /** @description A part of the time of a call. */
        Span: {
            /** Format: double */
            duration_ms: number;
            name: string;
            /** Format: double */
            start_ms: number;
        };
        /** @description Calls by time, tool, caller and outcome. Trial runs are not counted. */
        Statistics: {
            buckets: components["schemas"]["BucketView"][];
            callers: components["schemas"]["CallerCount"][];
            /** @description Whether only the newest calls were counted, because there are too many. */
            is_cut: boolean;
            outcomes: {
                [key: string]: number;
            };
            /**
             * Format: uint64
             * @description The calls that wait for a concurrency limit now. 0 for others than admins.
             */
            queued: number;
            /**
             * Format: uint64
             * @description The calls that run now. 0 for others than admins.
             */
            running: number;
            tools: components["schemas"]["ToolCount"][];
            /** @description All calls together. Percentiles of buckets cannot be added up. */
            total: components["schemas"]["CountView"];
            /** @description The calls that waited for a person or for the client. */
            waiting: components["schemas"]["WaitingView"];
        };
        /** @description Which calls are counted, and how. */
        StatisticsQuery: {
            /**
             * @description The length of a bucket. The default is `hour`.
             * @enum {string|null}
             */
            bucket?: "minute" | "hour" | "day" | null;
            /**
             * @description Only calls of this caller or client; `*` matches any characters.
             * @default null
             */
            caller: string | null;
            /**
             * @description The first time (RFC 3339, or an age such as `2h`). The default is a day ago.
             * @default null
             */
            since: string | null;
            /**
             * @description Only calls of this tool; `*` matches any characters.
             * @default null
             */
            tool: string | null;
            /**
             * @description The time that is not counted any more. The default is now.
             * @default null
             */
            until: string | null;
        };
        /** @description The query of a table. */
        TableQuery: {
            /**
             * Format: uint
             * @description How many of the first rows an admin wants: up to 100.
             * @default null
             */
            rows: number | null;
        };
        /** @description The tables and views that the server's role may read. */
        Tables: {
            /** @description The functions that can be called without the name of a schema. */
            functions: string[];
            items: components["schemas"]["TableView"][];
        };
        /** @description A table or a view. */
        TableView: {
            columns: components["schemas"]["ColumnView"][];
            comment?: string | null;
            /** @description `table`, `view`, `materialized view` or `foreign table`. */
            kind: string;
            name: string;
            /** @description The first rows, for an admin who asks. */
            rows?: {
                [key: string]: unknown;
            }[] | null;
            /** Format: uint64 */
            rows_estimate?: number | null;
            schema: string;
        };
        /**
         * @description What a sentence says, for a text in another language. `x-texts` has the sentences.
         * @enum {string}
         */
        TextCode: "account_name" | "accounts_unusable" | "admin_changes_owner_of_agent" | "admin_changes_owner_of_tool" | "admin_defines_programs" | "admin_replaces_builtin" | "advice" | "agent_changed" | "agent_name" | "agent_switched_off" | "agent_taken" | "all_settings" | "answers_after" | "argument_chooses_program" | "argument_chooses_server" | "belongs_to_another" | "blank_text" | "body_not_json" | "body_not_utf8" | "body_too_deep" | "builtin_parameters" | "change_not_used_yet" | "changed" | "check_data_folder" | "check_database_settings" | "check_database_table" | "check_embedding_server" | "check_token_issuer" | "check_vector_server" | "code_confined_in_parts" | "code_unconfined" | "collection" | "collection_empty" | "command_and_url" | "compiled_in" | "configure_database" | "configure_embedding_server" | "configured" | "connections_open" | "cookie_unwritable" | "credential_in_argument" | "credential_in_request" | "credential_in_variable" | "credential_of_name" | "credentials_in_address" | "database_does_not_answer" | "default_does_not_fit" | "definition_problems" | "denied_advisory_locks" | "denied_files" | "denied_function" | "denied_jobs" | "denied_large_objects" | "denied_maintenance" | "denied_messages" | "denied_raw_storage" | "denied_relation" | "denied_remote" | "denied_replication" | "denied_secrets" | "denied_sequences" | "denied_session" | "denied_settings" | "denied_signals" | "denied_sleep" | "denied_sql_text" | "denied_statistics" | "denied_transactions" | "dimensions" | "document_names_no_server" | "document_too_costly" | "document_too_long" | "does_not_fit_argument" | "duplicate_agent" | "duplicate_field" | "duplicate_parameter" | "duplicate_tool" | "embedding_model" | "empty_parameter_name" | "empty_text" | "expected" | "expected_address" | "expected_answer" | "expected_name" | "expected_names" | "expected_page" | "expected_pointer" | "expected_program" | "expected_servers" | "expected_task" | "expected_text" | "expected_time" | "expected_tool_of_agent" | "expected_user_name" | "expected_web_address" | "explain_option" | "expression_depth" | "expression_memory" | "expression_refused" | "expression_syntax" | "expression_time" | "expression_too_long" | "expression_variable" | "fill_collection" | "filled_with_other_model" | "first_answer" | "fix_another_role" | "fix_definer_functions" | "fix_leave_select" | "fix_not_needed" | "fix_revoke" | "fix_revoke_from_public" | "fix_revoke_membership" | "folder_not_writable" | "function_has_no_parameter" | "function_name" | "function_needs" | "header_name" | "hidden_required_argument" | "idle_without_program" | "instead_activity" | "instead_counters" | "instead_last_value" | "instead_query_later" | "instead_replication" | "instead_roles" | "instead_send" | "instead_show" | "instead_tables" | "invalid_credentials" | "invalid_cursor" | "invalid_json" | "invalid_limit" | "invalid_revision" | "invalid_time" | "invalid_type" | "kept_nothing" | "kind_array" | "kind_boolean" | "kind_finite_number" | "kind_null" | "kind_number" | "kind_object" | "kind_seconds" | "kind_text" | "kind_whole_number" | "kind_words" | "limited_key" | "list_of_tools_problems" | "listed_twice" | "locks_rows" | "log_reading_failed" | "log_unreadable" | "log_without_arguments" | "log_without_secrets" | "lone_brace" | "meaningless_for_type" | "mend_file" | "missing_config" | "missing_enum" | "missing_field" | "missing_script" | "module_name" | "more_problems" | "name_against_policy" | "named_script_is_link" | "no_agent" | "no_argument" | "no_argument_for_auth" | "no_body_with_method" | "no_code_executed" | "no_command_or_url" | "no_context" | "no_execution" | "no_json" | "no_kept_credential" | "no_key" | "no_login_waits" | "no_open_question" | "no_other_servers" | "no_parameter" | "no_parameter_of_none" | "no_path" | "no_removed_agent" | "no_removed_tool" | "no_sandbox_part" | "no_sealing_key" | "no_search" | "no_server" | "no_start_without_all_parts" | "no_table" | "no_tool" | "no_user" | "no_values" | "no_version" | "nobody_logged_in" | "none" | "not_a_read" | "not_an_object_schema" | "not_read_now" | "not_removed" | "not_sealed_by_this_server" | "not_sealed_here" | "nul_in_variable" | "number_out_of_range" | "only_admin" | "only_author" | "only_some_have_auth" | "other_definitions" | "other_dimension" | "other_revision" | "other_type_in_database" | "parameter_name" | "parameter_not_used" | "parameter_without_place" | "parameter_without_place_in_query" | "parameters_and_schema" | "path_supports" | "place_without_name" | "plain_credential" | "postgresql" | "postgresql_behind_pooler" | "private_address" | "problem_at" | "program_not_found" | "query_in_address" | "questions_unreadable" | "registry_away" | "registry_database_back" | "registry_unusable" | "removed_by" | "request_failed" | "request_refused" | "reserved_header" | "response_unwritable" | "result_no_json" | "result_too_long" | "rights_unreadable" | "role_bypasses_row_security" | "role_creates_databases" | "role_creates_in_schema" | "role_creates_roles" | "role_creates_schemas" | "role_definer_functions" | "role_extension" | "role_moves_sequences" | "role_other" | "role_owns" | "role_public_functions" | "role_reads_everything" | "role_replicates" | "role_runs_programs" | "role_strong_member" | "role_superuser" | "role_untrusted_language" | "role_writes" | "sandbox_mode" | "sandbox_parts" | "sandbox_without" | "schema_problem" | "script_and_module" | "script_is_link" | "script_not_opened" | "script_path" | "secret_setting" | "select_into" | "send_json" | "send_revision" | "server_changed" | "server_is_there" | "server_is_this_program" | "server_keeps_name" | "server_name" | "server_no_object" | "server_starting" | "server_taken" | "servers_unusable" | "settings_file_not_read" | "settings_from" | "settings_from_environment" | "settings_from_environment_and" | "several_statements" | "shown_name" | "statement_empty" | "statement_has_zero" | "statement_too_deep" | "statement_too_long" | "statement_unchecked" | "syntax_at_end" | "syntax_at_end_at" | "syntax_near" | "syntax_near_at" | "task_too_long" | "token_audience" | "token_issuer" | "token_key" | "token_keys" | "too_many_buckets" | "too_many_bytes" | "too_many_characters" | "too_many_examples" | "too_many_failed_attempts" | "too_many_listeners" | "too_many_log_ins" | "too_many_patterns" | "too_many_rows" | "too_many_sentences" | "too_many_stop_texts" | "too_many_tags" | "too_many_tests" | "too_many_tools" | "too_many_values" | "tool_changed" | "tool_is_there_twice" | "tool_name" | "tool_not_callable" | "tool_switched_off" | "tool_taken" | "treat" | "two_arguments" | "two_names_of_a_field" | "two_tools" | "type_of_parameter" | "unicode_name" | "unknown" | "unknown_auth_type" | "unknown_body_type" | "unknown_builtin" | "unknown_database" | "unknown_field" | "unknown_field_meant" | "unknown_key_place" | "unknown_memory" | "unknown_method" | "unknown_model" | "unknown_provider" | "unknown_result_form" | "unknown_server_type" | "unknown_setting" | "unknown_transport" | "unknown_trust" | "unknown_type" | "unlisted_database" | "unusable_name" | "unusable_server_name" | "user_name" | "user_taken" | "variable_name" | "variables_too_long" | "version" | "version_not_supported";
        /** @description A sentence for people. One that another program said has no code. */
        Told: {
            code?: components["schemas"]["TextCode"];
            /** @description The sentence in English. */
            message: string;
            /** @description What the sentence fills in, by name: a word, or another sentence. */
            params?: {
                [key: string]: string | components["schemas"]["Told"];
            };
        };
        /** @description What is changed about a tool, for the schema. */
        ToolChange: {
            /** @description What is changed about its arguments, by the names that the server knows. */
            arguments?: {
                [key: string]: components["schemas"]["ArgumentMembers"];
            } | null;
            description?: string | null;
            /** @description The whole name that it has here. */
            name?: string | null;
            tags?: string[] | null;
            title?: string | null;
        };
        /** @description Calls, and the percentiles of their times, without the time in which they waited for answers. */
        ToolCount: {
            /** Format: uint64 */
            calls: number;
            /** Format: uint64 */
            errors: number;
            /** Format: double */
            p50_ms?: number | null;
            /** Format: double */
            p95_ms?: number | null;
            /** Format: double */
            p99_ms?: number | null;
            tool: string;
        };
        /**
         * @description A finished call as plans and the command line report it.
         *
         *     ```
         *     use toolwright::govern::ToolExecutionResult;
         *
         *     let result = ToolExecutionResult::failed("add", "the disk is full");
         *     assert_eq!(
         *         serde_json::to_value(result)?,
         *         serde_json::json!({
         *             "tool": "add",
         *             "success": false,
         *             "status": "error",
         *             "result": null,
         *             "error": "Execution error: the disk is full",
         *             "error_kind": "tool_execution_error",
         *             "tool_name": "add",
         *             "elapsed": 0.0,
         *         })
         *     );
         *     # Ok::<(), serde_json::Error>(())
         *     ```
         */
        ToolExecutionResult: {
            /**
             * Format: double
             * @description The duration of the call in seconds.
             */
            elapsed: number;
            /** @description The message of a failed call. */
            error?: string | null;
            /** @description The kind of a failed call: the word for its outcome in the log and in the metrics. */
            error_kind?: string | null;
            /** @description The ID of the call in the execution log. */
            execution_id?: string | null;
            /** @description The changes that made the arguments fit the schema of the tool. */
            repairs?: components["schemas"]["Repair"][];
            /**
             * @description The structured value of the output; else its text; else its content blocks. A failed call
             *     has a result only if its tool returned a structured one.
             */
            result?: unknown;
            /** @description `success` or `error`. */
            status: string;
            /** @description Whether the call succeeded. */
            success: boolean;
            /** @description The name of the tool. */
            tool: string;
            /** @description The name of the tool, as `tool`. */
            tool_name: string;
        };
        /** @description Which tools are wanted. */
        ToolQuery: {
            /**
             * @description Only tools that are switched on, or off.
             * @default null
             */
            active: boolean | null;
            /**
             * @description The `next` of the page before.
             * @default null
             */
            cursor: string | null;
            /**
             * @description Only tools that were removed.
             * @default null
             */
            deleted: boolean | null;
            /**
             * @description Only tools of this kind, such as `sql`.
             * @default null
             */
            kind: string | null;
            /**
             * Format: uint
             * @description The largest number of items: 1 to 1000.
             * @default null
             */
            limit: number | null;
            /**
             * @description Only tools of this origin: `compiled`, `registry` or `upstream`.
             * @default null
             */
            origin: string | null;
            /**
             * @description Only tools of this user.
             * @default null
             */
            owner: string | null;
            /**
             * @description Only tools whose name or description has these words.
             * @default null
             */
            q: string | null;
            /**
             * @description Only tools with this tag.
             * @default null
             */
            tag: string | null;
        };
        ToolSpec: {
            annotations?: {
                destructive?: boolean;
                idempotent?: boolean;
                open_world?: boolean;
                read_only?: boolean;
            };
            /** @description Credentials, for tools of the type `builtin`, `http`, `mcp`, `python`, `shell`. They are sealed when they are stored. */
            auth?: {
                client_id?: string;
                client_secret?: string;
                /** @enum {unknown} */
                in?: "header" | "query" | "variable" | "argument";
                name?: string;
                password?: string;
                scope?: string;
                token?: string;
                token_url?: string;
                /** @enum {unknown} */
                type: "bearer" | "basic" | "api_key" | "oauth_client_credentials";
                username?: string;
                value?: string;
            } | null;
            /** @description What the tool does. Its fields depend on the type. */
            config?: Record<string, never>;
            /** @description A question that a person answers before each call: `Delete {path}?`. */
            confirm?: string;
            /** @description Who made the tool elsewhere, before it was imported. */
            created_by?: string;
            /** @description What agents read: when to use the tool, and when another is better. A `builtin` tool without one has that of the built-in tool. */
            description?: string;
            /** @description What people read in lists of tools. */
            description_user?: string;
            /** @description Sentences that ask for the tool, in any language. It is found by them, and agents do not get them. */
            examples?: string[];
            /** @description The JSON schema of the arguments, in place of `parameters`. */
            input_schema?: Record<string, never>;
            /** @description Whether agents see the tool. The default is true. */
            is_active?: boolean;
            /** @description Whether other users than the owner may call the tool. */
            is_public?: boolean;
            /** @description The name that agents call: 1 to 64 letters, digits, `_`, `-` or `.`. */
            name: string;
            /** @description The JSON schema of the result. */
            output_schema?: Record<string, never> | null;
            /** @description The user that may change the tool. One without an owner is public. */
            owner?: string;
            /** @description Whether calls may run at the same time. */
            parallel_capable?: boolean;
            parameters?: {
                default?: unknown;
                description?: string;
                enum?: unknown[];
                /** @description The type of an array's elements. */
                items?: string | Record<string, never>;
                max_items?: number;
                max_length?: number;
                maximum?: number;
                min_items?: number;
                min_length?: number;
                minimum?: number;
                name: string;
                pattern?: string;
                /** @description The default is true, or false if there is a `default`. */
                required?: boolean;
                /** @enum {unknown} */
                type: "string" | "number" | "integer" | "boolean" | "array" | "object" | "date" | "enumeration";
            }[];
            rate_limit?: {
                concurrent_requests?: number;
                requests_per_hour?: number;
                requests_per_minute?: number;
            } | null;
            /** @description When the tool was made elsewhere, before it was imported. */
            reg_dt?: string;
            tags?: string[];
            /** @description Calls with the results that they are expected to have. `toolwright tools test` runs them. */
            tests?: {
                arguments?: Record<string, never>;
                name?: string;
                result: unknown;
            }[];
            timeout_seconds?: number;
            /** @description A name for people. */
            title?: string;
            /**
             * @description The kind of tool.
             * @enum {unknown}
             */
            type: "builtin" | "expression" | "http" | "mcp" | "python" | "shell" | "sql";
        } & (unknown & unknown & unknown & unknown & unknown & unknown & unknown);
        /** @description The calls of a tool in the last 24 hours. */
        ToolStatistics: {
            /** @description The calls of each hour, the latest last. */
            buckets: number[];
            /** Format: uint64 */
            calls: number;
            /** Format: uint64 */
            errors: number;
            /**
             * Format: double
             * @description The median of their times.
             */
            p50_ms?: number | null;
        };
        /** @description A tool in a list. */
        ToolSummary: {
            /** @description The description for agents. */
            description: string;
            /** @description The description for people. */
            description_user?: string | null;
            /** @description Whether the caller may change it. */
            editable: boolean;
            is_active: boolean;
            /** @description Whether other users than the owner may call it. */
            is_public: boolean;
            /** @description `sql`, `expression`, `http`, `shell`, `mcp`, `python` or `builtin`. */
            kind: string;
            name: string;
            /** @description `compiled`, `registry` or `upstream`. */
            origin: string;
            owner?: string | null;
            /** @description The reason for which it cannot be called. */
            problem?: string | null;
            /** @description The version that `If-Match` names. */
            revision: string;
            /** @description The calls of the last 24 hours, for the owner and for admins. Others see none. */
            statistics: components["schemas"]["ToolStatistics"];
            tags: string[];
            title?: string | null;
            /**
             * Format: uint
             * @description The size of its definition for agents, estimated.
             */
            tokens: number;
            updated_at?: string | null;
            updated_by?: string | null;
        };
        /** @description A tool with its definition. */
        ToolView: {
            /** @description What MCP clients get. */
            definition?: unknown;
            /** @description The description for agents. */
            description: string;
            /** @description The description for people. */
            description_user?: string | null;
            /** @description Whether the caller may change it. */
            editable: boolean;
            is_active: boolean;
            /** @description Whether other users than the owner may call it. */
            is_public: boolean;
            /** @description `sql`, `expression`, `http`, `shell`, `mcp`, `python` or `builtin`. */
            kind: string;
            name: string;
            /** @description `compiled`, `registry` or `upstream`. */
            origin: string;
            owner?: string | null;
            /** @description The reason for which it cannot be called. */
            problem?: string | null;
            /** @description The version that `If-Match` names. */
            revision: string;
            /** @description The definition as it is stored, with credentials masked. `null` for a compiled tool. */
            spec?: {
                [key: string]: unknown;
            } | null;
            /** @description The calls of the last 24 hours, for the owner and for admins. Others see none. */
            statistics: components["schemas"]["ToolStatistics"];
            tags: string[];
            title?: string | null;
            /**
             * Format: uint
             * @description The size of its definition for agents, estimated.
             */
            tokens: number;
            updated_at?: string | null;
            updated_by?: string | null;
        };
        /** @description A call of a definition that is not stored. */
        TrialBody: {
            /**
             * @description The arguments, by name.
             * @default {}
             */
            arguments: {
                [key: string]: unknown;
            };
            /** @description The definition of the tool. */
            spec: {
                [key: string]: unknown;
            };
        };
        /** @description The changes of a user. */
        UserPatch: {
            is_active?: boolean | null;
            /**
             * @description A role, in bodies.
             * @enum {string|null}
             */
            role?: "caller" | "author" | "admin" | null;
        };
        /** @description A user. */
        UserView: {
            created_at: string;
            /** @description Whether its keys work. */
            is_active: boolean;
            /**
             * Format: uint
             * @description How many keys it has.
             */
            keys: number;
            name: string;
            revision: string;
            /**
             * @description A role, in bodies.
             * @enum {string}
             */
            role: "caller" | "author" | "admin";
            /**
             * Format: uint
             * @description How many tools it owns.
             */
            tools: number;
        };
        /** @description All versions of a definition. */
        Versions: {
            /** @description The newest first. */
            items: components["schemas"]["VersionView"][];
        };
        /** @description A version of a definition. */
        VersionView: {
            at: string;
            by: string;
            /** @description `added`, `updated`, `removed`, `restored`, `rolled_back` or `found`. */
            change: string;
            /** @description The definition since then, with credentials masked. `null` if it was removed. */
            spec?: {
                [key: string]: unknown;
            } | null;
            /** Format: uint64 */
            version: number;
        };
        /** @description Calls that waited for answers, and how long. */
        WaitingView: {
            /** Format: uint64 */
            calls: number;
            /** Format: double */
            p50_ms?: number | null;
            /** Format: double */
            p95_ms?: number | null;
        };
    };
    responses: {
        /** @description The request is refused. */
        Problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    list_agents: {
        parameters: {
            query?: {
                /** @description Only agents that are switched on, or off. */
                active?: boolean;
                /** @description The `next` of the page before. */
                cursor?: string;
                /** @description Only agents that were removed. */
                deleted?: boolean;
                /** @description The largest number of items: 1 to 1000. */
                limit?: number;
                /** @description Only agents of this user. */
                owner?: string;
                /** @description Only agents with a model of this provider. */
                provider?: components["schemas"]["ModelProvider"] | null;
                /** @description Only agents whose name or description has these words. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists the agents that the caller may use or owns. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page3"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_agent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentSpec"];
            };
        };
        responses: {
            /** @description Adds an agent. Its owner is the caller. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    read_agent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns an agent, and the tools that the caller gets from it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    replace_agent: {
        parameters: {
            query?: never;
            header: {
                /** @description The revision that the change was made for, in quotes. */
                "If-Match": string;
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentSpec"];
            };
        };
        responses: {
            /** @description Replaces the definition of an agent, and its name if the body has another one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_agent: {
        parameters: {
            query?: never;
            header: {
                /** @description The revision that the change was made for, in quotes. */
                "If-Match": string;
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes an agent. It can be restored. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    patch_agent: {
        parameters: {
            query?: never;
            header: {
                /** @description The revision that the change was made for, in quotes. */
                "If-Match": string;
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Changes members of a definition (JSON merge patch). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    export_agent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns an agent as the API of its provider wants it, with the tools that the caller may call. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    restore_agent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Brings a removed agent back. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_agent_versions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists the versions of an agent, the newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Versions"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    roll_back_agent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Brings an earlier version of an agent back. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    choose_tools: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChooseBody"];
            };
        };
        responses: {
            /** @description Finds the tools that fit a task, among those that the caller may call, and says whether any does. `fit` is `tool`, `nothing` or `ask_person`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Choice"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    read_posture: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns the role that `sql` tools run as, and which of its rights it should not have. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Posture"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_tables: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists the tables and views that the server's role may read, with their columns. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tables"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    read_table: {
        parameters: {
            query?: {
                /** @description How many of the first rows an admin wants: up to 100. */
                rows?: number;
            };
            header?: never;
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns a table (`schema.table`), with its first rows for an admin who asks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listen: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sends events: `registry`, `agents`, `execution`, `health` and `question`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_executions: {
        parameters: {
            query?: {
                /** @description Only calls through this agent; `*` matches any characters. */
                agent?: string;
                /** @description Only calls of this caller or client; `*` matches any characters. */
                caller?: string;
                /** @description The `next` of the page before. */
                cursor?: string;
                /** @description The largest number of items: 1 to 1000. */
                limit?: number;
                /** @description Only calls with this outcome. */
                outcome?: string;
                /** @description Only calls whose record has this text. */
                q?: string;
                /** @description Only calls that began at this time or later (RFC 3339, or an age such as `2h`). */
                since?: string;
                /** @description Only calls of this tool; `*` matches any characters. */
                tool?: string;
                /** @description Only calls that began before this time. */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists calls, the newest first: an admin sees all, others their own. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page4"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    read_execution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns a call with its arguments and its result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    replay_execution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayBody"];
            };
        };
        responses: {
            /** @description Calls the tool of an earlier call again, by default with the same arguments. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    read_health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Examines the parts of the server, as `toolwright doctor` does. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_keys: {
        parameters: {
            query?: {
                /** @description The `next` of the page before. */
                cursor?: string;
                /** @description The largest number of items: 1 to 1000. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page8"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_key: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyBody"];
            };
        };
        responses: {
            /** @description Makes a key. This is the only time that it is shown. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedKey"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_key: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revokes a key. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    rotate_key: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Replaces a key by a new one with the same rights. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedKey"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_kinds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists the kinds of tools that can be defined, with the schema of their configuration. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page2"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    read_openapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns this document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    run_plan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Plan"];
            };
        };
        responses: {
            /** @description Calls several tools, in order. A step that fails has an error, and the others still run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanReport"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_questions: {
        parameters: {
            query?: {
                /** @description The `next` of the page before. */
                cursor?: string;
                /** @description The largest number of items: 1 to 1000. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists the open questions: an admin sees all, others those of their own calls. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page5"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    answer_question: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnswerBody"];
            };
        };
        responses: {
            /** @description Answers a question. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    dismiss_question: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refuses to answer a question. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    review_tools: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Names what makes the tools hard to choose rightly, among those that the caller may call: pairs that descriptions do not tell apart, instructions to the model, parameters without words. Each tool has a score. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Review"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_servers: {
        parameters: {
            query?: {
                /** @description The `next` of the page before. */
                cursor?: string;
                /** @description The largest number of items: 1 to 1000. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists the other MCP servers, and what each is doing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page6"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_server: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ServerBody"];
            };
        };
        responses: {
            /** @description Adds another MCP server. Credentials are stored sealed. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_server: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns another MCP server, and what it is doing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_server: {
        parameters: {
            query?: never;
            header: {
                /** @description The revision that the change was made for, in quotes. */
                "If-Match": string;
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes a server. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    patch_server: {
        parameters: {
            query?: never;
            header: {
                /** @description The revision that the change was made for, in quotes. */
                "If-Match": string;
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Changes members of a server's entry (JSON merge patch), such as `disabled`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    approve_server: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApproveBody"];
            };
        };
        responses: {
            /** @description Serves the definitions that a server has now, although they have changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    begin_server_login: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginBody"];
            };
        };
        responses: {
            /** @description Begins to log in to a server, and returns where a browser does that. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginAddress"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    finish_server_login: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FinishBody"];
            };
        };
        responses: {
            /** @description Ends a login with the address that the browser was sent back to, and connects. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    read_server_log: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns the last lines that a program wrote to its standard error. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerLines"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    test_server: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Connects to a server once, also if it is disabled, and returns what it offers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerTest"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    import_servers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ServerImportBody"];
            };
        };
        responses: {
            /** @description Adds the servers in the configuration of a desktop host. Those that are there stay as they are. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerImport"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    read_session: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns who is logged in, and what the server is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    log_in: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogIn"];
            };
        };
        responses: {
            /** @description Exchanges an API key, or the token of the link that the start prints, for a cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    log_out: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ends the session of the cookie. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    read_settings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns what is configured, and where. Secrets are hidden. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    read_statistics: {
        parameters: {
            query?: {
                /** @description The length of a bucket. The default is `hour`. */
                bucket?: "minute" | "hour" | "day" | null;
                /** @description Only calls of this caller or client; `*` matches any characters. */
                caller?: string;
                /** @description The first time (RFC 3339, or an age such as `2h`). The default is a day ago. */
                since?: string;
                /** @description Only calls of this tool; `*` matches any characters. */
                tool?: string;
                /** @description The time that is not counted any more. The default is now. */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counts calls by time, tool, caller and outcome: an admin's all, others' their own. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statistics"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_tools: {
        parameters: {
            query?: {
                /** @description Only tools that are switched on, or off. */
                active?: boolean;
                /** @description The `next` of the page before. */
                cursor?: string;
                /** @description Only tools that were removed. */
                deleted?: boolean;
                /** @description Only tools of this kind, such as `sql`. */
                kind?: string;
                /** @description The largest number of items: 1 to 1000. */
                limit?: number;
                /** @description Only tools of this origin: `compiled`, `registry` or `upstream`. */
                origin?: string;
                /** @description Only tools of this user. */
                owner?: string;
                /** @description Only tools whose name or description has these words. */
                q?: string;
                /** @description Only tools with this tag. */
                tag?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists the tools that the caller may call or owns. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_tool: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ToolSpec"];
            };
        };
        responses: {
            /** @description Adds a tool. Its owner is the caller. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    read_tool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns a tool with its definition. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    replace_tool: {
        parameters: {
            query?: never;
            header: {
                /** @description The revision that the change was made for, in quotes. */
                "If-Match": string;
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ToolSpec"];
            };
        };
        responses: {
            /** @description Replaces the definition of a tool, and its name if the body has another one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_tool: {
        parameters: {
            query?: never;
            header: {
                /** @description The revision that the change was made for, in quotes. */
                "If-Match": string;
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes a tool. It can be restored. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    patch_tool: {
        parameters: {
            query?: never;
            header: {
                /** @description The revision that the change was made for, in quotes. */
                "If-Match": string;
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Changes members of a definition (JSON merge patch). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    call_tool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallBody"];
            };
        };
        responses: {
            /** @description Calls a tool. A call that fails answers 200 with `success: false`, also one of a tool that does not exist (`error_kind: not_found`) or that the whitelist excludes (`error_kind: denied`). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    restore_tool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Brings a removed tool back. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    test_tool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallBody"];
            };
        };
        responses: {
            /** @description Runs a stored tool once, also one that is switched off. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_versions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists the versions of a tool, the newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Versions"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    roll_back_tool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Brings an earlier version of a tool back. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    check_definition: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckBody"];
            };
        };
        responses: {
            /** @description Checks a definition without storing it. A definition with problems answers 200 too. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    import_definitions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportBody"];
            };
        };
        responses: {
            /** @description Reads the definitions that an OpenAPI document describes, without storing them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    test_definition: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrialBody"];
            };
        };
        responses: {
            /** @description Runs a definition once, without storing it. The log marks the call as a test. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_users: {
        parameters: {
            query?: {
                /** @description The `next` of the page before. */
                cursor?: string;
                /** @description The largest number of items: 1 to 1000. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists users. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page7"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_user: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewUser"];
            };
        };
        responses: {
            /** @description Adds a user. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_user: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes a user and its keys. Its tools are switched off, and an admin can give them to another. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    patch_user: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserPatch"];
            };
        };
        responses: {
            /** @description Changes the role of a user, or switches its keys off. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
}
