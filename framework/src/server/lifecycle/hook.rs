//! [`Hook`]: a function that runs when a server starts or stops.

use std::{future::Future, sync::Arc};

use crate::core::{BoxFuture, Services};

/// The error of a hook or a readiness check.
pub(in crate::server) type HookError = Box<dyn std::error::Error + Send + Sync>;

/// The output of a hook: nothing, or a `Result` with any error.
///
/// ```
/// use toolwright::HookOutput;
///
/// fn check(_: impl HookOutput) {}
///
/// check(());
/// check(std::fs::metadata(".").map(drop));
/// check(Err::<(), _>("no"));
/// ```
#[diagnostic::on_unimplemented(
    message = "a hook cannot return `{Self}`",
    note = "return `()`, or `Result<(), E>` with any error `E`"
)]
pub trait HookOutput {
    /// Converts it.
    ///
    /// # Errors
    /// Returns the error of the hook.
    fn into_result(self) -> Result<(), HookError>;
}

impl HookOutput for () {
    fn into_result(self) -> Result<(), HookError> {
        Ok(())
    }
}

impl<E: Into<HookError>> HookOutput for Result<(), E> {
    fn into_result(self) -> Result<(), HookError> {
        self.map_err(Into::into)
    }
}

type HookFunction =
    Box<dyn FnOnce(Arc<Services>) -> BoxFuture<'static, Result<(), HookError>> + Send>;

/// A function that runs when a server starts or stops.
pub(in crate::server) struct Hook(HookFunction);

impl Hook {
    pub(in crate::server) fn new<F, R>(hook: F) -> Self
    where
        F: FnOnce(Arc<Services>) -> R + Send + 'static,
        R: Future<Output: HookOutput> + Send + 'static,
    {
        Self(Box::new(move |services| {
            let work = hook(services);
            Box::pin(async move { work.await.into_result() })
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
