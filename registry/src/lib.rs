//! Tools that exist at run time: defined in `tools.json`, and changed while the server runs.
//!
//! ```text
//! tools.json ──▶ jsonc ──▶ ToolSpec ──▶ RegisteredTool ──▶ snapshot ──▶ Catalog ──▶ tools/list, calls
//!   ▲  text       places    checked       can be called     ToolSource    list_changed
//!   │
//! Store ◀── Registry, one change at a time ◀── command line, a file that was edited
//! ```
//!
//! # From text to a tool
//!
//! `jsonc` parses JSON with comments and remembers where everything stood. [`spec::ToolSpec`] is
//! read from it: unknown fields are refused, and all problems of a file are reported at once, each
//! with line, column and path. The kinds ([`kinds`]) read and check their own part of it. Only a
//! definition without any problem becomes a `RegisteredTool`, so nothing half-made is ever listed.
//!
//! A registered tool is a [`Tool`](toolwright::Tool) like any other: it is found in the catalogue, and a
//! call passes the policy, the limits, the validation and the log of the one governed path. It checks
//! its arguments once more by itself, because what a kind does with them is only safe if they fit.
//!
//! # From a change to clients
//!
//! A `store::Store` keeps definitions, their versions and the deleted ones. The
//! `Registry` is the only writer: it takes one change after the other, checks it
//! against the present state, stores it, and publishes a new snapshot, which the catalogue takes over
//! and announces. A change may name the revision that it was made for; if somebody else was faster it
//! is refused with the present one. Changes by others, in another process or an editor, are noticed
//! and go the same way. A file that is broken changes nothing.
//!
//! | folder | what it has |
//! |---|---|
//! | `jsonc` | JSON with comments, read strictly, with places |
//! | `agent` | agents: a model, its settings, and the tools that it may use |
//! | `sealing`, `auth` | credentials, which are sealed before they are stored |
//! | `parameters` | the parameters of a tool, and templates with places for arguments |
//! | [`kinds`] | what tools do, a file for each kind, and what a kind of another crate needs |
//! | `spec` | the definition of a tool, the file of all, their JSON schema |
//! | `openapi` | definitions that are made from an OpenAPI document |
//! | `store` | where definitions are kept: the trait, and the one on files |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![expect(
    missing_docs,
    reason = "fields and variants whose name says what they are have no comment"
)]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        reason = "a test that cannot go on says so by panicking"
    )
)]

mod agent;
mod agents;
mod auth;
mod definition;
mod edits;
mod file_registry;
mod jsonc;
pub mod kinds;
mod live_interfaces;
mod name;
mod one_call;
mod openapi;
mod ownership;
mod parameters;
mod registered_tool;
mod registry;
mod request;
mod sealing;
mod servers;
mod spec;
mod stack;
mod state;
mod store;
#[cfg(test)]
mod tests;
mod text_limits;
mod texts;
mod tool_id;
mod tool_source;

#[cfg(feature = "postgres")]
pub use self::servers::PostgresPins;
#[cfg(feature = "postgres")]
pub use self::store::{
    AuditRow, CallHistory, ColumnValue, HistoryRecords, LogCopy, PostgresAccounts, PostgresAudit,
    PostgresLimits, PostgresRegistry, PostgresStore, RegistryDatabase, SchemaName, SharedLog,
    TableRow, migrations_sql,
};
pub use self::texts::TEXTS;
pub use self::{
    agent::{
        Agent, Exported, Memory, ModelParameters, ModelProvider, ToolNames, ToolReference,
        agent_schema, export,
    },
    agents::{AgentRecords, Agents},
    auth::{is_secret, mask, rewrap},
    definition::Definition,
    file_registry::{FileRegistry, RegistryError},
    jsonc::{Invalid, Misfit, Problems},
    kinds::{
        Described, DescribedValue, EngineSettings, Engines, HttpClients, Kind, KindError, Kinds,
        PrivateHost, SqlEngine,
    },
    openapi::{DocumentError, Import, ImportOptions},
    registry::Registry,
    request::{Action, Request},
    sealing::{SealedTexts, SecretKeys, generate},
    servers::{
        ExpectedServer, ImportedServers, PastedServers, Servers, ServersError, StoredServer,
        read_mcp_file,
    },
    spec::{NewTool, SentTools, TestCase, ToolSpec, ToolsFile, json_schema},
    store::{
        ChangeKind, Expected, FileStore, LOCK, MAX_BYTES, Record, RegistryContents, StoreError,
        TOOLS, Version,
    },
    tool_id::{NotAnId, ToolId},
};
