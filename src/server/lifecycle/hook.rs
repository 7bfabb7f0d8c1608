//! [`Hook`]: something to do when a server starts or stops.

use std::{future::Future, sync::Arc};

use crate::core::{BoxFuture, Services};

/// The error of a hook.
pub(in crate::server) type HookError = Box<dyn std::error::Error + Send + Sync>;

type HookFunction =
    Box<dyn FnOnce(Arc<Services>) -> BoxFuture<'static, Result<(), HookError>> + Send>;

/// Something to do when a server starts or stops.
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

    /// The same hook, which sees these services whatever it is run with.
    pub(super) fn within(self, services: &Arc<Services>) -> Self {
        let services = Arc::clone(services);
        Self(Box::new(move |_| (self.0)(services)))
    }

    pub(super) async fn run(self, services: &Arc<Services>) -> Result<(), HookError> {
        (self.0)(Arc::clone(services)).await
    }
}
