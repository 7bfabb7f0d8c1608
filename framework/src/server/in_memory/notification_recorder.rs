//! [`NotificationRecorder`]: the outbox of the in-memory client.

use std::sync::{Arc, Mutex};

use bytes::Bytes;
use serde_json::Value;
use toolwright_base::lock;

use crate::{core::BoxFuture, server::peer::Outbox};

/// Records the notifications that a server sends while a request runs.
pub(super) struct NotificationRecorder(pub(super) Arc<Mutex<Vec<Value>>>);

impl Outbox for NotificationRecorder {
    fn send(&self, message: Bytes) -> BoxFuture<'_, bool> {
        if let Ok(message) = serde_json::from_slice(&message) {
            lock(&self.0).push(message);
        }
        Box::pin(std::future::ready(true))
    }
}
