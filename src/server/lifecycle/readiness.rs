//! [`Readiness`]: whether what a server needs is there.

use std::{fmt, future::Future, sync::Arc, time::Duration};

use futures_util::future::join_all;

use crate::core::BoxFuture;

/// How long a check may take. Who asks whether a server is ready does not wait much longer.
const PATIENCE: Duration = Duration::from_secs(2);

type CheckError = Box<dyn std::error::Error + Send + Sync>;
type Check = Arc<dyn Fn() -> BoxFuture<'static, Result<(), CheckError>> + Send + Sync>;

/// What a server needs to do its work, each with a name and a way to find out whether it is there.
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
        E: Into<CheckError>,
    {
        let check: Check = Arc::new(move || {
            let work = check();
            Box::pin(async move { work.await.map_err(Into::into) })
        });
        self.checks.push((name, check));
    }

    /// Takes the checks of a mounted server in.
    pub(in crate::server) fn extend(&mut self, inner: Self) {
        self.checks.extend(inner.checks);
    }

    /// What is not there, by name. Why not goes to the log.
    pub(in crate::server) async fn missing(&self) -> Vec<&str> {
        let asked = self.checks.iter().map(|(name, check)| async move {
            let problem = match tokio::time::timeout(PATIENCE, check()).await {
                Ok(Ok(())) => return None,
                Ok(Err(error)) => error.to_string(),
                Err(_) => format!("no answer within {PATIENCE:?}"),
            };
            tracing::warn!("not ready: {name}: {problem}");
            Some(name.as_str())
        });
        join_all(asked).await.into_iter().flatten().collect()
    }
}
