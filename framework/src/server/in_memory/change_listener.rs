//! [`ChangeListener`]: what the in-memory client hears of changes.

use std::collections::BTreeSet;

use serde_json::Value;
use tokio::sync::broadcast::{Receiver, error::TryRecvError};

use crate::{core::Change, server::dispatch::change_notification};

/// Turns the changes of a catalogue into the notifications that a client with a session gets.
#[derive(Debug)]
pub(super) struct ChangeListener {
    changes: Receiver<Change>,
    subscriptions: BTreeSet<String>,
}

impl ChangeListener {
    pub(super) const fn new(changes: Receiver<Change>) -> Self {
        Self {
            changes,
            subscriptions: BTreeSet::new(),
        }
    }

    pub(super) fn subscribe(&mut self, uri: String) {
        self.subscriptions.insert(uri);
    }

    /// Returns the notifications since the last call.
    pub(super) fn take(&mut self) -> Vec<Value> {
        let mut notifications = Vec::new();
        loop {
            match self.changes.try_recv() {
                Ok(Change::Resource(uri)) if !self.subscriptions.contains(&uri) => {}
                Ok(change) => notifications.push(message(&change)),
                Err(TryRecvError::Lagged(_)) => {
                    let lists = [Change::Tools, Change::Prompts, Change::Resources];
                    notifications.extend(lists.iter().map(message));
                }
                Err(TryRecvError::Empty | TryRecvError::Closed) => return notifications,
            }
        }
    }
}

fn message(change: &Change) -> Value {
    serde_json::from_slice(&change_notification(change, None)).unwrap_or_default()
}
