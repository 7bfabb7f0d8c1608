//! [`SessionLogs`]: asks a server with sessions for log messages. A newer one is told with each request.

use std::sync::atomic::{AtomicU8, Ordering};

use serde_json::json;

use crate::{
    client::connection::{Connection, RawRequest},
    core::LogLevel,
};

/// The lowest level of log messages that a session was asked for.
pub(super) struct SessionLogs(AtomicU8);

impl Default for SessionLogs {
    fn default() -> Self {
        Self(AtomicU8::new(u8::MAX))
    }
}

impl SessionLogs {
    /// Asks for log messages of this level, unless the session was asked for them before.
    pub(super) async fn request(&self, connection: &Connection, level: Option<LogLevel>) {
        let Some(level) = level.filter(|_| !connection.revision().is_modern()) else {
            return;
        };
        let before = self.0.fetch_min(level as u8, Ordering::Relaxed);
        if (level as u8) < before && connection.has_capability("logging") {
            let params = json!({"level": level}).to_string();
            // A call works without logs.
            let _ = connection
                .request(RawRequest::new("logging/setLevel").params(params))
                .await;
        }
    }
}
