//! Checks that tell whether a [`Server`] can serve.

use std::future::Future;

use super::Server;
use crate::server::lifecycle::HookError;

impl Server {
    /// Adds a readiness check. While it fails, `/readyz` responds with 503 and its name.
    ///
    /// ```
    /// use toolwright::Server;
    ///
    /// let server = Server::new("demo").ready_when("files", || async {
    ///     std::fs::metadata("/srv/files").map(drop)
    /// });
    /// ```
    pub fn ready_when<F, R, E>(mut self, name: impl Into<String>, check: F) -> Self
    where
        F: Fn() -> R + Send + Sync + 'static,
        R: Future<Output = Result<(), E>> + Send + 'static,
        E: Into<HookError>,
    {
        self.startup.readiness.add(name.into(), check);
        self
    }

    /// Adds the check of a part that the server can do without for a while. While it fails, `/readyz`
    /// still responds with 200, and names it.
    ///
    /// ```
    /// use toolwright::Server;
    ///
    /// let server = Server::new("demo").degraded_when("mirror", || async {
    ///     std::fs::metadata("/srv/mirror").map(drop)
    /// });
    /// ```
    pub fn degraded_when<F, R, E>(mut self, name: impl Into<String>, check: F) -> Self
    where
        F: Fn() -> R + Send + Sync + 'static,
        R: Future<Output = Result<(), E>> + Send + 'static,
        E: Into<HookError>,
    {
        self.startup.readiness.add_degraded(name.into(), check);
        self
    }
}
