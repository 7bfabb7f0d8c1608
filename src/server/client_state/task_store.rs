//! [`Tasks`]: all tasks of a server.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard},
};

use super::task::Task;
use crate::{core::lock, server::protocol::RpcError};

/// All tasks of a server, bounded in number and in age.
#[derive(Debug, Default)]
pub(crate) struct Tasks {
    tasks: Mutex<HashMap<String, Arc<Task>>>,
}

impl Tasks {
    /// The most tasks that are kept at once.
    const MOST: usize = 10_000;

    /// A new task, unless there are too many that still run.
    pub(crate) fn create(&self) -> Result<Arc<Task>, RpcError> {
        let mut tasks = self.lock();
        if tasks.len() >= Self::MOST {
            tasks.retain(|_, task| !task.is_expired() && task.is_running());
        }
        if tasks.len() >= Self::MOST {
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

    /// Forgets what was kept long enough; what still runs is stopped.
    pub(crate) fn sweep(&self) {
        self.lock().retain(|_, task| {
            let keep = !task.is_expired();
            if !keep {
                task.cancel();
            }
            keep
        });
    }

    /// Stops everything: the server ends.
    pub(crate) fn cancel_all(&self) {
        self.lock().values().for_each(|task| task.cancel());
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Task>>> {
        lock(&self.tasks)
    }
}
