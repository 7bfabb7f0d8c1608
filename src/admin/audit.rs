//! [`AuditLog`]: a line for each request that changed something, or was not allowed to.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Write as _},
    path::PathBuf,
    sync::{Arc, Mutex},
    time::{Instant, SystemTime},
};

use serde::{Serialize, de::IgnoredAny};
use serde_json::{Map, json};
use toolwright::{access::Attempts, call::Caller};
use toolwright_base::{
    cut_text,
    files::{append_to_private, create_private_folders},
    lock,
};
use toolwright_registry::{AuditRow, PostgresAudit};

use super::{answer::Answer, request::ApiRequest};

/// The size at which another file is begun. The one before is kept.
const MAX_BYTES: u64 = 64 << 20;
/// The number of members that a line names, and how many bytes of each name it has.
const MAX_MEMBERS: usize = 32;
const MAX_NAME: usize = 200;

/// A file with a JSON object for each request that changed something, or was not allowed to: who,
/// what, and which members. It has no values, and so no credentials; the history of the registry has
/// the versions of tools. Where servers share a database, it has them as rows, and the file those that could
/// not be written there.
#[derive(Debug, Clone)]
pub(crate) struct AuditLog {
    path: Arc<Mutex<PathBuf>>,
    database: Option<PostgresAudit>,
    /// The refusals of each caller. Only some are recorded, so that nobody can fill the file with
    /// them until the changes are gone.
    refusals: Arc<Attempts>,
}

/// An extension of the response to a request that succeeded and changed nothing.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unchanged;

/// A line of the log.
#[derive(Debug, Serialize)]
pub(super) struct AuditEntry {
    time: String,
    operation: &'static str,
    /// The parts of the path, such as the name of a tool.
    subject: String,
    /// The user.
    by: String,
    /// The id of the key that the user showed.
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    /// The origin of the request.
    origin: String,
    /// The names of the members that were sent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    members: Vec<String>,
    status: u16,
}

impl AuditEntry {
    /// Creates the line of a request before it is served.
    pub(super) fn of(operation: &'static str, request: &ApiRequest) -> Self {
        let members: Option<BTreeMap<String, IgnoredAny>> =
            serde_json::from_str(request.text().unwrap_or_default()).ok();
        let names: Vec<_> = members
            .into_iter()
            .flatten()
            .map(|(name, _)| name)
            .collect();
        let cut = |name: &String| cut_text(name, MAX_NAME).into_owned();
        Self {
            time: humantime::format_rfc3339_millis(SystemTime::now()).to_string(),
            operation,
            subject: cut(&request.subject()),
            by: request.caller.name().to_owned(),
            key: request.caller.key().map(ToOwned::to_owned),
            origin: request.caller.origin.to_string(),
            members: names.iter().take(MAX_MEMBERS).map(cut).collect(),
            status: 0,
        }
    }

    /// Adds how the request was answered. Returns `None` if nothing changed and nothing was
    /// forbidden.
    pub(super) fn answered(mut self, answer: &Answer) -> Option<Self> {
        self.status = match answer {
            Ok(response) if response.extensions().get::<Unchanged>().is_some() => return None,
            Ok(response) => {
                if let Some(caller) = response.extensions().get::<Caller>() {
                    caller.name().clone_into(&mut self.by);
                    self.key = caller.key().map(ToOwned::to_owned);
                }
                response.status().as_u16()
            }
            Err(problem) => problem.status(),
        };
        matches!(self.status, 200..=299 | 401 | 403).then_some(self)
    }

    /// Returns the row that says the same.
    fn row(&self) -> AuditRow<'_> {
        let mut detail = Map::new();
        detail.extend(self.key.as_ref().map(|key| ("key".to_owned(), json!(key))));
        detail.insert("origin".to_owned(), json!(self.origin));
        detail.insert("members".to_owned(), json!(self.members));
        detail.insert("status".to_owned(), json!(self.status));
        AuditRow {
            at: &self.time,
            by: &self.by,
            action: self.operation,
            subject: &self.subject,
            detail,
        }
    }

    const fn is_refusal(&self) -> bool {
        self.status >= 400
    }
}

impl AuditLog {
    /// Creates the log in a database, if there is one, and in the file `path`, which the first line creates.
    pub(crate) fn new(path: PathBuf, database: Option<PostgresAudit>) -> Self {
        Self {
            path: Arc::new(Mutex::new(path)),
            database,
            refusals: Arc::default(),
        }
    }

    /// Writes a line about a request of `caller`.
    pub(super) async fn write(&self, caller: &Caller, entry: AuditEntry) {
        if entry.is_refusal() && self.refusals.count(caller, Instant::now()).is_some() {
            return;
        }
        if let Some(database) = &self.database {
            match database.write(entry.row()).await {
                Ok(()) => return,
                Err(error) => tracing::warn!(
                    "a change is recorded in `audit.jsonl` of this server alone: {error}"
                ),
            }
        }
        let path = Arc::clone(&self.path);
        let written = tokio::task::spawn_blocking(move || append(&lock(&path), &entry)).await;
        let written = written
            .map_err(io::Error::other)
            .and_then(|written| written);
        if let Err(error) = written {
            tracing::error!("a change through the API was not recorded: {error}");
        }
    }
}

fn append(path: &PathBuf, entry: &AuditEntry) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|file| file.len() >= MAX_BYTES) {
        fs::rename(path, path.with_extension("jsonl.old"))?;
    }
    if let Some(folder) = path.parent() {
        create_private_folders(folder)?;
    }
    let mut line = serde_json::to_vec(entry)?;
    line.push(b'\n');
    append_to_private(path)?.write_all(&line)
}
