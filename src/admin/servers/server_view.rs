//! [`ServerView`]: another MCP server as the API shows it.

use std::time::SystemTime;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use toolwright_gateway::{HeldChange, ServerStatus, UpstreamState};
use toolwright_registry::StoredServer;

use super::gateway;
use crate::admin::{api::Api, problem::Problem, texts};

/// Another MCP server.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ServerView {
    name: String,
    /// `stdio`, `http` or `sse`.
    transport: &'static str,
    /// `connecting`, `ready`, `waiting`, `idle`, `stopped` or `disabled`.
    state: &'static str,
    /// The revision of MCP that it speaks, if it is connected.
    revision: Option<String>,
    /// `modern` for 2026-07-28, `legacy` for the revisions with sessions; if it is connected.
    era: Option<&'static str>,
    /// Why it is not connected.
    reason: Option<String>,
    /// The attempts to connect that failed in a row.
    attempts: u32,
    /// When the next attempt is made, if it waits for one.
    next_attempt: Option<String>,
    /// The names that its tools have here.
    tools: Vec<String>,
    resources: usize,
    prompts: usize,
    /// The changes that are held back until they are approved.
    held: Vec<HeldView>,
    /// The fingerprint of everything that the server has now, for `approve`.
    seen: String,
    /// Definitions that are left out, and descriptions that look as if they were meant to mislead.
    problems: Vec<String>,
    /// The last lines that a program wrote to its standard error.
    last_lines: Vec<String>,
    /// Its entry in `mcp.json`, with credentials masked.
    config: Map<String, Value>,
    /// Whether credentials of it are stored sealed.
    has_sealed: bool,
    /// The version that `If-Match` names.
    version: String,
}

/// A change that is held back.
#[derive(Debug, Serialize, JsonSchema)]
struct HeldView {
    /// The kind and the name, such as `tool search`.
    item: String,
    /// The definition that is served. `null` if the item is new, and not served.
    pinned: Value,
    /// The definition that the server has now.
    offered: Value,
}

/// The parts of a state that the view has.
#[derive(Default)]
pub(super) struct StateView {
    pub(super) state: &'static str,
    pub(super) revision: Option<String>,
    pub(super) era: Option<&'static str>,
    reason: Option<String>,
    attempts: u32,
    next_attempt: Option<String>,
}

impl From<UpstreamState> for StateView {
    fn from(state: UpstreamState) -> Self {
        let of = |state| Self {
            state,
            ..Self::default()
        };
        match state {
            UpstreamState::Ready { revision, era } => Self {
                revision: Some(revision),
                era: Some(era),
                ..of("ready")
            },
            UpstreamState::Waiting {
                failures,
                reason,
                next_attempt,
            } => Self {
                reason: Some(reason),
                attempts: failures,
                next_attempt: Some(time(next_attempt)),
                ..of("waiting")
            },
            UpstreamState::Stopped { reason } => Self {
                reason: Some(reason),
                ..of("stopped")
            },
            UpstreamState::Idle => of("idle"),
            UpstreamState::Disabled => of("disabled"),
            _ => of("connecting"),
        }
    }
}

impl ServerView {
    /// Returns a server, which may be missing in the file that has just been edited.
    pub(super) fn of(server: ServerStatus, stored: Option<StoredServer>) -> Self {
        let state = StateView::from(server.state);
        let (config, has_sealed, version) = match stored {
            Some(stored) => (stored.entry, stored.has_sealed, stored.version),
            None => <_>::default(),
        };
        Self {
            name: server.name,
            transport: server.transport,
            state: state.state,
            revision: state.revision,
            era: state.era,
            reason: state.reason,
            attempts: state.attempts,
            next_attempt: state.next_attempt,
            tools: server.tools,
            resources: server.resources,
            prompts: server.prompts,
            held: server.held.into_iter().map(HeldView::of).collect(),
            seen: server.seen,
            problems: server.problems,
            last_lines: server.last_lines,
            config,
            has_sealed,
            version,
        }
    }

    /// Finds the server `name`.
    ///
    /// # Errors
    /// If there is none, or `mcp.json` cannot be read.
    pub(super) fn find(api: &Api, name: &str) -> Result<Self, Problem> {
        let mut all = gateway(api)?.status().into_iter();
        let status = all.find(|server| server.name == name);
        let status = status.ok_or_else(|| Problem::unknown(texts::no_server, name))?;
        Ok(Self::of(status, api.servers.stored(name).ok()))
    }

    /// Returns the version.
    pub(super) fn version(&self) -> &str {
        &self.version
    }

    /// Returns the last lines that a program wrote to its standard error.
    pub(super) fn into_lines(self) -> Vec<String> {
        self.last_lines
    }
}

impl HeldView {
    fn of(held: HeldChange) -> Self {
        Self {
            item: held.item,
            pinned: held.pinned.unwrap_or_default(),
            offered: held.offered,
        }
    }
}

fn time(time: SystemTime) -> String {
    humantime::format_rfc3339_millis(time).to_string()
}
