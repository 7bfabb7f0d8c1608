//! [`TaskStore`]: the tasks of a server.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard},
};

use super::task::Task;
use crate::{core::lock, server::protocol::RpcError};

/// The tasks of a server, limited in number and in age.
#[derive(Debug, Default)]
pub(crate) struct TaskStore {
    tasks: Mutex<HashMap<String, Arc<Task>>>,
}

impl TaskStore {
    /// The largest number of tasks at once.
    const MAX_TASKS: usize = 10_000;

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
