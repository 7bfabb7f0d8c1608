//! [`ChangeInbox`]: hears what a server says about changes.

use std::sync::Mutex;

use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::sync::Notify;
use toolwright_base::lock;

use crate::{client::connection::Handler, core::Change};

/// The most changes that wait to be read. Further ones are told by those.
const MAX_CHANGES: usize = 1_000;

/// Hears what a server says about changes.
#[derive(Default)]
pub(super) struct ChangeInbox {
    changes: Mutex<Vec<Change>>,
    arrived: Notify,
}

impl ChangeInbox {
    /// Waits for changes, and returns each once.
    pub(super) async fn next(&self) -> Vec<Change> {
        loop {
            let changes = std::mem::take(&mut *lock(&self.changes));
            if !changes.is_empty() {
                return changes;
            }
            self.arrived.notified().await;
        }
    }
}

impl Handler for ChangeInbox {
    fn notified(&self, method: &str, params: &RawValue) {
        let Some(change) = change(method, params) else {
            return;
        };
        let mut changes = lock(&self.changes);
        if changes.len() < MAX_CHANGES && !changes.contains(&change) {
            changes.push(change);
            self.arrived.notify_one();
        }
    }
}

/// Returns the change that a notification is about.
fn change(method: &str, params: &RawValue) -> Option<Change> {
    #[derive(Deserialize)]
    struct Updated {
        uri: String,
    }
    match method {
        "notifications/tools/list_changed" => Some(Change::Tools),
        "notifications/prompts/list_changed" => Some(Change::Prompts),
        "notifications/resources/list_changed" => Some(Change::Resources),
        "notifications/resources/updated" => {
            let updated: Updated = serde_json::from_str(params.get()).ok()?;
            Some(Change::Resource(updated.uri))
        }
        _ => None,
    }
}
