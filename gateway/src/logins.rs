//! [`Logins`]: where the logins to servers are kept that want tokens of an authorization server.

use std::sync::Arc;

use toolwright::client::LoginStore;

/// The store of the logins to servers. The token of a login is sent to its server alone; that of the
/// caller never is.
pub trait Logins: Send + Sync {
    /// Returns the place of the login to a server.
    fn of(&self, server: &str) -> Arc<dyn LoginStore>;
}
