//! [`ProgressJson`]: how far a server says that a call is.

use serde::Deserialize;

use crate::core::Context;

/// How far a server says that a call is.
#[derive(Deserialize)]
pub(super) struct ProgressJson {
    pub(super) progress: f64,
    total: Option<f64>,
    message: Option<String>,
}

impl ProgressJson {
    pub(super) async fn pass_on(&self, context: &Context) {
        let (done, total) = (self.progress, self.total);
        match &self.message {
            Some(message) => context.progress_with(done, total, message.clone()).await,
            None => context.progress(done, total).await,
        }
    }
}
