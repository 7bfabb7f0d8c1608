//! [`Pending`]: the changes that nobody has read yet.

use std::{collections::BTreeSet, sync::Mutex};

use tokio::sync::Notify;
use toolwright::catalog::Change;
use toolwright_base::lock;

/// The most resources whose change waits to be read. That of a further one is not told.
const MAX_RESOURCES: usize = 1024;

/// The changes that nobody has read yet. A list that changes again before its change was read is read once.
#[derive(Debug, Default)]
pub(crate) struct Pending {
    changes: Mutex<Changes>,
    has_changed: Notify,
}

#[derive(Debug, Default)]
struct Changes {
    tools: bool,
    prompts: bool,
    resources: bool,
    /// The URIs of resources.
    updated: BTreeSet<String>,
}

impl Changes {
    fn add(&mut self, change: &Change) {
        match change {
            Change::Tools => self.tools = true,
            Change::Prompts => self.prompts = true,
            Change::Resources => self.resources = true,
            Change::Resource(uri) if self.updated.len() < MAX_RESOURCES => {
                self.updated.insert(uri.clone());
            }
            _ => {}
        }
    }

    fn take(&mut self) -> Option<Change> {
        let mut take = |flag: fn(&mut Self) -> &mut bool| std::mem::take(flag(self));
        if take(|it| &mut it.tools) {
            return Some(Change::Tools);
        }
        if take(|it| &mut it.prompts) {
            return Some(Change::Prompts);
        }
        if take(|it| &mut it.resources) {
            return Some(Change::Resources);
        }
        self.updated.pop_first().map(Change::Resource)
    }
}

impl Pending {
    /// Notes changes.
    pub(crate) fn add(&self, changes: &[Change]) {
        let mut pending = lock(&self.changes);
        changes.iter().for_each(|change| pending.add(change));
        drop(pending);
        self.has_changed.notify_one();
    }

    /// Waits for a change. At most one task may wait.
    pub(crate) async fn next(&self) -> Change {
        loop {
            if let Some(change) = lock(&self.changes).take() {
                return change;
            }
            self.has_changed.notified().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn a_change_that_comes_often_before_it_is_read_is_read_once() {
        let pending = Pending::default();
        let uri = |number: usize| Change::Resource(format!("x://{number:04}"));
        for _ in 0..200 {
            pending.add(&[Change::Resources, Change::Tools, uri(1)]);
        }
        let next = [
            pending.next().await,
            pending.next().await,
            pending.next().await,
        ];
        assert_eq!(next, [Change::Tools, Change::Resources, uri(1)]);
        let further = tokio::time::timeout(Duration::from_millis(10), pending.next()).await;
        assert!(further.is_err());
        pending.add(&[Change::Tools]);
        assert_eq!(pending.next().await, Change::Tools);
    }

    #[tokio::test]
    async fn changes_of_resources_do_not_fill_the_memory() {
        let pending = Pending::default();
        for number in 0..2 * MAX_RESOURCES {
            pending.add(&[Change::Resource(number.to_string())]);
        }
        assert_eq!(lock(&pending.changes).updated.len(), MAX_RESOURCES);
    }
}
