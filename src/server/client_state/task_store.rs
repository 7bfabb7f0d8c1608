//! [`TaskStore`]: the tasks of a server.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard},
};

use serde_json::value::RawValue;

use super::task::Task;
use crate::{core::lock, server::protocol::RpcError};

/// The tasks of a server, limited in number, in age and in the size of their results. Clones share
/// the tasks.
#[derive(Debug, Clone, Default)]
pub(crate) struct TaskStore {
    tasks: Arc<Mutex<HashMap<String, Arc<Task>>>>,
}

impl TaskStore {
    /// The largest number of tasks at once.
    const MAX_TASKS: usize = 10_000;
    /// How many bytes of results are kept.
    const MAX_RESULT_BYTES: usize = 16 * 1024 * 1024;

    /// Creates a task. A full store first drops the tasks that have ended.
    ///
    /// # Errors
    /// When [`Self::MAX_TASKS`] tasks are running.
    pub(crate) fn create(&self) -> Result<Arc<Task>, RpcError> {
        let mut tasks = self.lock();
        if tasks.len() >= Self::MAX_TASKS {
            tasks.retain(|_, task| !task.is_expired() && task.is_running());
        }
        if tasks.len() >= Self::MAX_TASKS {
            return Err(RpcError::busy(
                "too many tasks are running: try again later",
            ));
        }
        let task = Arc::new(Task::new());
        tasks.insert(task.id().to_owned(), Arc::clone(&task));
        Ok(task)
    }

    /// Stores the result of a task. If the results take too much memory, the oldest tasks that have
    /// ended are removed.
    pub(crate) fn finish(&self, task: &Task, result: Result<Box<RawValue>, RpcError>) {
        task.finish(result);
        let mut tasks = self.lock();
        let mut bytes: usize = tasks.values().map(|task| task.result_bytes()).sum();
        while bytes > Self::MAX_RESULT_BYTES {
            let ended = tasks.values().filter(|task| task.result_bytes() > 0);
            let Some(oldest) = ended.min_by_key(|task| task.created_at()).map(Arc::clone) else {
                break;
            };
            tasks.remove(oldest.id());
            bytes -= oldest.result_bytes();
        }
    }

    pub(crate) fn find(&self, id: &str) -> Option<Arc<Task>> {
        self.lock()
            .get(id)
            .filter(|task| !task.is_expired())
            .cloned()
    }

    /// Cancels and removes the expired tasks.
    pub(crate) fn remove_expired(&self) {
        self.lock().retain(|_, task| {
            let keep = !task.is_expired();
            if !keep {
                task.cancel();
            }
            keep
        });
    }

    /// Cancels all tasks, when the server stops.
    pub(crate) fn cancel_all(&self) {
        self.lock().values().for_each(|task| task.cancel());
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Task>>> {
        lock(&self.tasks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(bytes: usize) -> Box<RawValue> {
        RawValue::from_string(format!("\"{}\"", "x".repeat(bytes - 2))).unwrap()
    }

    #[test]
    fn the_oldest_results_go_when_they_take_too_much_memory() {
        let store = TaskStore::default();
        let tasks = [1, 2, 3, 4].map(|_| store.create().unwrap());
        let third = TaskStore::MAX_RESULT_BYTES / 3;
        for task in &tasks[1..] {
            store.finish(task, Ok(result(third)));
        }
        let kept = || tasks.each_ref().map(|task| store.find(task.id()).is_some());
        assert_eq!(kept(), [true, true, true, true]);
        store.finish(&tasks[0], Ok(result(third)));
        assert_eq!(kept(), [false, true, true, true]);
        let fifth = store.create().unwrap();
        store.finish(&fifth, Ok(result(third)));
        assert_eq!(kept(), [false, false, true, true]);
        assert!(store.find(fifth.id()).is_some());
    }
}
