//! [`Readiness`]: checks whether the dependencies of a server are available.

use std::{fmt, future::Future, sync::Arc, time::Duration};

use futures_util::future::join_all;

use super::hook::HookError;
use crate::core::BoxFuture;

/// The time limit of a check. Probes of `/readyz` do not wait much longer.
const CHECK_TIMEOUT: Duration = Duration::from_secs(2);

type Check = Arc<dyn Fn() -> BoxFuture<'static, Result<(), HookError>> + Send + Sync>;

/// The readiness checks of a server, by name.
#[derive(Clone, Default)]
pub(in crate::server) struct Readiness {
    checks: Vec<(String, Check)>,
}

impl fmt::Debug for Readiness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.checks.iter().map(|(name, _)| name);
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
        let check: Check = Arc::new(move || {
            let work = check();
            Box::pin(async move { work.await.map_err(Into::into) })
        });
        self.checks.push((name, check));
    }

    /// Adds the checks of a mounted server.
    pub(in crate::server) fn extend(&mut self, inner: Self) {
        self.checks.extend(inner.checks);
    }

    /// Runs all checks. Returns the names of those that fail, and logs the reasons.
    pub(in crate::server) async fn missing(&self) -> Vec<&str> {
        let asked = self.checks.iter().map(|(name, check)| async move {
            let problem = match tokio::time::timeout(CHECK_TIMEOUT, check()).await {
                Ok(Ok(())) => return None,
                Ok(Err(error)) => error.to_string(),
                Err(_) => format!("no answer within {CHECK_TIMEOUT:?}"),
            };
            tracing::warn!("not ready: {name}: {problem}");
            Some(name.as_str())
        });
        join_all(asked).await.into_iter().flatten().collect()
    }
}
