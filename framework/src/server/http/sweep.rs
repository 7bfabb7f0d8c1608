//! The periodic search for idle sessions and expired tasks.

use std::time::Duration;

use super::endpoint::Endpoint;

/// The longest interval between two searches.
const MAX_INTERVAL: Duration = Duration::from_secs(30);
/// The shortest interval between two searches.
const MIN_INTERVAL: Duration = Duration::from_millis(100);

/// Removes idle sessions and expired tasks from time to time. Never returns.
pub(super) async fn sweep_periodically(endpoint: &Endpoint) {
    let idle = endpoint.options.session_idle.max(MIN_INTERVAL);
    loop {
        tokio::time::sleep(MAX_INTERVAL.min(idle)).await;
        endpoint.sessions.remove_idle();
        endpoint.dispatcher.remove_expired_tasks();
    }
}
