//! [`TaskStore`]: the tasks of a server.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard},
};

use serde_json::value::RawValue;
use toolwright_base::lock;

use super::task::Task;
use crate::{
    core::ClientProfile,
    server::protocol::{INTERNAL_ERROR, RpcError},
};

/// The tasks of a server, limited in number, in age and in the size of their results. Clones share
/// the tasks.
#[derive(Debug, Clone, Default)]
pub(crate) struct TaskStore {
    tasks: Arc<Mutex<Tasks>>,
}

#[derive(Debug, Default)]
struct Tasks {
    by_id: HashMap<String, Arc<Task>>,
    /// The tasks that have a result, in the order in which they got it.
    finished: VecDeque<Arc<Task>>,
    /// The size of their results.
    result_bytes: usize,
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
    pub(crate) fn create(&self, client: &ClientProfile) -> Result<Arc<Task>, RpcError> {
        let mut tasks = self.lock();
        if tasks.by_id.len() >= Self::MAX_TASKS {
            tasks.retain(|task| !task.is_expired() && task.is_running());
        }
        if tasks.by_id.len() >= Self::MAX_TASKS {
            return Err(RpcError::busy(
                "too many tasks are running: try again later",
            ));
        }
        let task = Arc::new(Task::new(client));
        tasks.by_id.insert(task.id().to_owned(), Arc::clone(&task));
        Ok(task)
    }

    /// Stores the result of a task. If the results take too much memory, the tasks with the oldest
    /// results are removed. A result that alone would take too much is replaced by an error.
    pub(crate) fn finish(&self, task: &Arc<Task>, result: Result<Box<RawValue>, RpcError>) {
        task.finish(result.and_then(refuse_large));
        let mut tasks = self.lock();
        let bytes = task.result_bytes();
        if bytes == 0 || !tasks.by_id.contains_key(task.id()) {
            return;
        }
        tasks.finished.push_back(Arc::clone(task));
        tasks.result_bytes += bytes;
        while tasks.result_bytes > Self::MAX_RESULT_BYTES
            && let Some(oldest) = tasks.finished.pop_front()
        {
            tasks.result_bytes -= oldest.result_bytes();
            tasks.by_id.remove(oldest.id());
        }
    }

    pub(crate) fn find(&self, id: &str) -> Option<Arc<Task>> {
        self.lock()
            .by_id
            .get(id)
            .filter(|task| !task.is_expired())
            .cloned()
    }

    /// Cancels and removes the expired tasks.
    pub(crate) fn remove_expired(&self) {
        self.lock().retain(|task| {
            let keep = !task.is_expired();
            if !keep {
                task.cancel();
            }
            keep
        });
    }

    /// Cancels all tasks, when the server stops.
    pub(crate) fn cancel_all(&self) {
        self.lock().by_id.values().for_each(|task| task.cancel());
    }

    fn lock(&self) -> MutexGuard<'_, Tasks> {
        lock(&self.tasks)
    }
}

impl Tasks {
    /// Keeps the tasks that are wanted.
    fn retain(&mut self, mut is_wanted: impl FnMut(&Task) -> bool) {
        self.by_id.retain(|_, task| is_wanted(task));
        let (by_id, finished) = (&self.by_id, &mut self.finished);
        finished.retain(|task| by_id.contains_key(task.id()));
        self.result_bytes = finished.iter().map(|task| task.result_bytes()).sum();
    }
}

/// Refuses a result that is larger than all results may be together.
fn refuse_large(result: Box<RawValue>) -> Result<Box<RawValue>, RpcError> {
    let (bytes, limit) = (result.get().len(), TaskStore::MAX_RESULT_BYTES);
    if bytes > limit {
        let message = format!("the result has {bytes} bytes: at most {limit} are kept for a task");
        return Err(RpcError::new(INTERNAL_ERROR, message));
    }
    Ok(result)
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
        let tasks = [1, 2, 3, 4].map(|_| store.create(&ClientProfile::default()).unwrap());
        let third = TaskStore::MAX_RESULT_BYTES / 3;
        for task in &tasks[1..] {
            store.finish(task, Ok(result(third)));
        }
        let kept = || tasks.each_ref().map(|task| store.find(task.id()).is_some());
        assert_eq!(kept(), [true, true, true, true]);
        store.finish(&tasks[0], Ok(result(third)));
        assert_eq!(kept(), [true, false, true, true]);
        let fifth = store.create(&ClientProfile::default()).unwrap();
        store.finish(&fifth, Ok(result(third)));
        assert_eq!(kept(), [true, false, false, true]);
        assert!(store.find(fifth.id()).is_some());
    }

    #[test]
    fn a_result_that_is_too_large_is_an_error_and_leaves_the_others() {
        let store = TaskStore::default();
        let [small, large] = [1, 2].map(|_| store.create(&ClientProfile::default()).unwrap());
        store.finish(&small, Ok(result(100)));
        store.finish(&large, Ok(result(TaskStore::MAX_RESULT_BYTES + 1)));
        let kept = store.find(small.id()).unwrap().detail();
        assert_eq!(kept["status"], "completed");
        let refused = store.find(large.id()).unwrap().detail();
        assert_eq!(
            refused["error"]["message"],
            "the result has 16777217 bytes: at most 16777216 are kept for a task"
        );
    }

    #[test]
    fn removed_results_are_not_counted() {
        let store = TaskStore::default();
        let tasks: Vec<_> = (0..TaskStore::MAX_TASKS)
            .map(|_| store.create(&ClientProfile::default()).unwrap())
            .collect();
        store.finish(&tasks[0], Ok(result(100)));
        store.create(&ClientProfile::default()).unwrap();
        assert!(store.find(tasks[0].id()).is_none());
        let kept = store.lock();
        assert_eq!((kept.finished.len(), kept.result_bytes), (0, 0));
    }
}
