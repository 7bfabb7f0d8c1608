//! [`Python`]: the engine.

use std::{
    sync::{
        Arc, Mutex, Weak,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::time::sleep;

use super::{function::Function, settings::PythonSettings, target::Target, workers::Workers};
use crate::core::lock;

/// How often the files of described functions are looked at. Few files are looked at, and only while
/// somebody [waits](Python::changed), so no watch of the system is needed.
const LOOK: Duration = Duration::from_millis(100);

/// Calls Python functions in worker processes. Clones share the workers.
#[derive(Debug, Clone)]
pub(crate) struct Python(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    workers: Workers,
    /// The number of the next function.
    next: AtomicU64,
    functions: Mutex<Vec<Weak<Function>>>,
}

impl Python {
    /// Creates an engine. Workers are started when they are needed.
    pub(crate) fn new(settings: PythonSettings) -> Self {
        Self(Arc::new(Inner {
            workers: Workers::new(settings),
            next: AtomicU64::new(0),
            functions: Mutex::default(),
        }))
    }

    /// Returns the function at a place. Nothing is started or checked yet.
    pub(crate) fn function(&self, target: Target) -> Arc<Function> {
        let number = self.0.next.fetch_add(1, Ordering::Relaxed);
        let function = Arc::new(Function::new(self.0.workers.clone(), number, target));
        lock(&self.0.functions).push(Arc::downgrade(&function));
        function
    }

    /// Waits until the description of a function is out of date.
    pub(crate) async fn changed(&self) {
        while self.are_current() {
            sleep(LOOK).await;
        }
    }

    fn are_current(&self) -> bool {
        let mut functions = lock(&self.0.functions);
        functions.retain(|function| function.strong_count() > 0);
        let mut living = functions.iter().filter_map(Weak::upgrade);
        living.all(|function| function.is_current())
    }
}
