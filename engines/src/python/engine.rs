//! [`Python`]: the engine.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use super::{description::Target, function::Function, settings::PythonSettings, workers::Workers};

/// Calls Python functions in worker processes. Clones share the workers.
#[derive(Debug, Clone)]
pub struct Python(Arc<PythonInner>);

#[derive(Debug)]
struct PythonInner {
    workers: Workers,
    /// The number of the next function.
    next: AtomicU64,
}

impl Python {
    /// Creates an engine. Workers are started when they are needed.
    pub fn new(settings: PythonSettings) -> Self {
        Self(Arc::new(PythonInner {
            workers: Workers::new(settings),
            next: AtomicU64::new(0),
        }))
    }

    /// Returns the function at a place. Nothing is started or checked yet.
    pub fn function(&self, target: Target) -> Arc<Function> {
        let number = self.0.next.fetch_add(1, Ordering::Relaxed);
        Arc::new(Function::new(self.0.workers.clone(), number, target))
    }
}
