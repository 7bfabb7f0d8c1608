//! Serialises progress and log messages as notifications.

use bytes::Bytes;
use serde_json::{Value, json};

use crate::{
    core::Notice,
    server::protocol::{RequestId, notification},
};

/// Serialises `notice`. Returns `None` for progress if the client sent no progress token.
pub(super) fn message(notice: Notice, progress_token: Option<&RequestId>) -> Option<Bytes> {
    match notice {
        Notice::Progress {
            progress,
            total,
            message,
        } => {
            let mut params = json!({"progressToken": progress_token?, "progress": progress});
            if let Some(total) = total {
                params["total"] = json!(total);
            }
            if let Some(message) = message {
                params["message"] = Value::String(message);
            }
            Some(notification("notifications/progress", &params))
        }
        Notice::Log { level, data } => Some(notification(
            "notifications/message",
            &json!({"level": level, "data": data}),
        )),
    }
}
