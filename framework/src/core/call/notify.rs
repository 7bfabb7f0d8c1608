//! Notices to the client while a call runs: progress and log messages.

use serde_json::Value;

use super::{context::Context, passed_on::PassedOn};
use crate::core::peer::{LogLevel, Notice};

impl Context {
    /// Notes that the call was passed on to the server `upstream`, as its request `request`. The execution
    /// log and the metrics say so.
    ///
    /// ```
    /// # fn example(ctx: toolwright::Context) {
    /// ctx.note_passed_on("tickets", 7);
    /// assert_eq!(ctx.passed_on().map(|passed| passed.request), Some(7));
    /// # }
    /// ```
    pub fn note_passed_on(&self, upstream: &str, request: i64) {
        self.call.passed.note(self.number, upstream, request);
    }

    /// The other server that the call was passed on to, if it was.
    #[must_use]
    pub fn passed_on(&self) -> Option<PassedOn> {
        self.call.passed.of(self.number)
    }

    /// Reports progress to the client, if the client asked for it.
    ///
    /// `total` is the progress at the end, if it is known.
    pub async fn progress(&self, progress: f64, total: impl Into<Option<f64>>) {
        self.report(progress, total.into(), None).await;
    }

    /// Reports progress with a message, as [`Context::progress`] does without one.
    ///
    /// ```
    /// # async fn example(ctx: toolwright::Context) {
    /// ctx.progress_with(3.0, 10.0, "reading chapter 3").await;
    /// # }
    /// ```
    pub async fn progress_with(
        &self,
        progress: f64,
        total: impl Into<Option<f64>>,
        message: impl Into<String>,
    ) {
        self.report(progress, total.into(), Some(message.into()))
            .await;
    }

    async fn report(&self, progress: f64, total: Option<f64>, message: Option<String>) {
        if self.peer().wants_progress() {
            let notice = Notice::Progress {
                progress,
                total,
                message,
            };
            self.peer().notify(notice).await;
        }
    }

    /// Writes to the client's log, if the client wants messages of this level.
    ///
    /// ```
    /// # async fn example(ctx: toolwright::Context) {
    /// use serde_json::json;
    /// use toolwright::call::LogLevel;
    ///
    /// ctx.log(LogLevel::Warning, json!({"disk": "full", "free_bytes": 0})).await;
    /// # }
    /// ```
    pub async fn log(&self, level: LogLevel, data: impl Into<Value>) {
        self.log_of(None, level, data).await;
    }

    /// Writes to the client's log as [`Context::log`] does, in the name of a part of the server.
    ///
    /// ```
    /// # async fn example(ctx: toolwright::Context) {
    /// use toolwright::call::LogLevel;
    ///
    /// ctx.log_of("disk".to_owned(), LogLevel::Warning, "it is full").await;
    /// # }
    /// ```
    pub async fn log_of(
        &self,
        logger: impl Into<Option<String>>,
        level: LogLevel,
        data: impl Into<Value>,
    ) {
        let wanted = self.peer().log_level();
        if wanted.is_some_and(|lowest| level >= lowest) {
            let notice = Notice::Log {
                level,
                logger: logger.into(),
                data: data.into(),
            };
            self.peer().notify(notice).await;
        }
    }

    /// Returns the lowest level of log messages that the client wants, or `None` if it wants none.
    #[must_use]
    pub fn log_level(&self) -> Option<LogLevel> {
        self.peer().log_level()
    }

    /// Writes to the client's log at the level `debug`.
    pub async fn debug(&self, data: impl Into<Value>) {
        self.log(LogLevel::Debug, data).await;
    }

    /// Writes to the client's log at the level `info`.
    ///
    /// ```
    /// # async fn example(ctx: toolwright::Context) {
    /// ctx.info("12 rows were imported").await;
    /// ctx.warn("2 rows have no date").await;
    /// ctx.error("the last row cannot be read").await;
    /// # }
    /// ```
    pub async fn info(&self, data: impl Into<Value>) {
        self.log(LogLevel::Info, data).await;
    }

    /// Writes to the client's log at the level `warning`.
    pub async fn warn(&self, data: impl Into<Value>) {
        self.log(LogLevel::Warning, data).await;
    }

    /// Writes to the client's log at the level `error`. The call goes on.
    pub async fn error(&self, data: impl Into<Value>) {
        self.log(LogLevel::Error, data).await;
    }
}
