//! [`Hook`]: a function that runs when a server starts or stops.

use std::{future::Future, sync::Arc};

use crate::core::{BoxFuture, Services};

/// The error of a hook or a readiness check.
pub(in crate::server) type HookError = Box<dyn std::error::Error + Send + Sync>;

type HookFunction =
    Box<dyn FnOnce(Arc<Services>) -> BoxFuture<'static, Result<(), HookError>> + Send>;

/// A function that runs when a server starts or stops.
pub(in crate::server) struct Hook(HookFunction);

impl Hook {
    pub(in crate::server) fn new<F, R, E>(hook: F) -> Self
    where
        F: FnOnce(Arc<Services>) -> R + Send + 'static,
        R: Future<Output = Result<(), E>> + Send + 'static,
        E: Into<HookError>,
    {
        Self(Box::new(move |services| {
            let work = hook(services);
            Box::pin(async move { work.await.map_err(Into::into) })
        }))
    }

    /// Returns a hook that always runs with `services`, for a server that is mounted in another
    /// one.
    pub(super) fn within(self, services: &Arc<Services>) -> Self {
        let services = Arc::clone(services);
        Self(Box::new(move |_| (self.0)(services)))
    }

    pub(super) async fn run(self, services: &Arc<Services>) -> Result<(), HookError> {
        (self.0)(Arc::clone(services)).await
    }
}
