//! The `_meta` of the request that a call came with, beside what the protocol has there: the trace that the
//! call is part of, and what is between the client and the tool.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::{call_log::TraceContext, context::Context};

impl Context {
    /// Sets the trace that the call is part of.
    #[doc(hidden)]
    #[must_use]
    pub fn with_trace(mut self, trace: Option<TraceContext>) -> Self {
        self.trace = trace.map(Arc::new);
        self
    }

    /// Sets the members of the request's `_meta` that are not of the protocol: the text of an object.
    #[doc(hidden)]
    #[must_use]
    pub fn with_meta(mut self, meta: Option<Arc<str>>) -> Self {
        self.meta = meta;
        self
    }

    /// The trace that the call is part of, to be passed on with requests to other services.
    #[must_use]
    pub fn trace(&self) -> Option<&TraceContext> {
        self.trace.as_deref()
    }

    /// The members of the request's `_meta` that are not of the protocol, up to 16 KiB of them.
    ///
    /// ```
    /// # fn example(ctx: toolwright::Context) {
    /// let room = ctx.meta().remove("chat.example/room");
    /// # }
    /// ```
    #[must_use]
    pub fn meta(&self) -> Map<String, Value> {
        let text = self.meta.as_deref().unwrap_or("{}");
        serde_json::from_str(text).unwrap_or_default()
    }
}
