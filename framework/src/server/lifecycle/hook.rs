//! [`Hook`]: a function that runs when a server starts or stops; [`Readiness`]: checks that tell whether it can
//! serve.

use std::{fmt, future::Future, sync::Arc, time::Duration};

use futures_util::future::join_all;

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

/// The time limit of a check. Probes of `/readyz` do not wait much longer.
const CHECK_TIMEOUT: Duration = Duration::from_secs(2);

type ReadinessCheck = Arc<dyn Fn() -> BoxFuture<'static, Result<(), HookError>> + Send + Sync>;

/// The readiness checks of a server, by name.
#[derive(Clone, Default)]
pub(in crate::server) struct Readiness {
    checks: Vec<(String, ReadinessCheck)>,
    /// Checks of parts that the server can do without for a while.
    degraded: Vec<(String, ReadinessCheck)>,
}

impl fmt::Debug for Readiness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let checks = self.checks.iter().chain(&self.degraded);
        let names = checks.map(|(name, _)| name);
        f.debug_list().entries(names).finish()
    }
}

impl Readiness {
    pub(in crate::server) fn add<F, R, E>(&mut self, name: String, check: F)
    where
        F: Fn() -> R + Send + Sync + 'static,
        R: Future<Output = Result<(), E>> + Send + 'static,
        E: Into<HookError>,
    {
        self.checks.push((name, boxed(check)));
    }

    /// Adds the check of a part that the server can do without for a while.
    pub(in crate::server) fn add_degraded<F, R, E>(&mut self, name: String, check: F)
    where
        F: Fn() -> R + Send + Sync + 'static,
        R: Future<Output = Result<(), E>> + Send + 'static,
        E: Into<HookError>,
    {
        self.degraded.push((name, boxed(check)));
    }

    /// Adds the checks of a mounted server.
    pub(in crate::server) fn extend(&mut self, inner: Self) {
        self.checks.extend(inner.checks);
        self.degraded.extend(inner.degraded);
    }

    /// Runs the checks. Returns the names of those that fail, and logs the reasons.
    pub(in crate::server) async fn missing(&self) -> Vec<&str> {
        failing(&self.checks, "not ready").await
    }

    /// Returns the names of the parts that fail and that the server can do without for a while.
    pub(in crate::server) async fn degraded(&self) -> Vec<&str> {
        failing(&self.degraded, "degraded").await
    }
}

fn boxed<F, R, E>(check: F) -> ReadinessCheck
where
    F: Fn() -> R + Send + Sync + 'static,
    R: Future<Output = Result<(), E>> + Send + 'static,
    E: Into<HookError>,
{
    Arc::new(move || {
        let work = check();
        Box::pin(async move { work.await.map_err(Into::into) })
    })
}

/// Runs checks. Returns the names of those that fail, and logs the reasons.
async fn failing<'a>(checks: &'a [(String, ReadinessCheck)], state: &str) -> Vec<&'a str> {
    let asked = checks.iter().map(|(name, check)| async move {
        let problem = match tokio::time::timeout(CHECK_TIMEOUT, check()).await {
            Ok(Ok(())) => return None,
            Ok(Err(error)) => error.to_string(),
            Err(_) => format!("no answer within {CHECK_TIMEOUT:?}"),
        };
        tracing::warn!("{state}: {name}: {problem}");
        Some(name.as_str())
    });
    join_all(asked).await.into_iter().flatten().collect()
}
