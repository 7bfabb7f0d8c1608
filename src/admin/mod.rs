//! The REST API at `/api/v1`, on which the console stands.
//!
//! ```text
//! request ──▶ router ──▶ ApiRequest ──▶ Operation ──▶ registry, executor, log, inbox, …
//!             rights, limits            one noun each        │
//!             audit, headers ◀── JSON or Problem ◀───────────┘
//! ```
//!
//! It is the layer above everything but the composition root: the registry is changed by its one
//! writer, and tools are called by the executor, so that policy, limits, validation and log apply
//! here as they do over MCP. What only the composition root knows (settings, the findings of
//! `doctor`) is handed in as plain values.
//!
//! An [`Operation`](operation::Operation) is a method of a path with the types of its query, body and
//! answer. The router and the OpenAPI document are made from the same table.

mod agents;
mod answer;
mod api;
mod audit;
mod calling;
mod choose;
mod compression;
mod console;
mod database;
mod events;
mod executions;
mod health;
mod log_reading;
mod openapi;
mod operation;
mod operations;
mod page;
mod people;
mod plans;
mod posture;
mod problem;
mod questions;
mod request;
mod review;
mod rights;
mod router;
mod run_result;
mod server_logins;
mod servers;
mod session;
mod settings;
mod statistics;
pub(crate) mod texts;
mod told;
mod tools;
mod versions;

pub(crate) use self::{
    api::{Api, ApiParts, ServerFacts},
    audit::AuditLog,
    console::routes as console_routes,
    health::{Examine, HealthFinding, HealthSeverity},
    router::routes,
    session::{ConsoleSessions, Sessions},
    settings::{SettingView, SettingsView},
};
