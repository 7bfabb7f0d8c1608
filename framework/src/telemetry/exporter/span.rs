//! A call as a span, by the semantic conventions for MCP.
//!
//! It does not contain the arguments and the result. They are in the execution log, which stays on
//! this machine.

use opentelemetry::{
    Context, KeyValue,
    propagation::{Extractor, TextMapPropagator as _},
    trace::{Span as _, SpanBuilder, SpanKind, Status, Tracer as _},
};
use opentelemetry_sdk::{propagation::TraceContextPropagator, trace::SdkTracer};

use crate::core::{Origin, TraceContext, TracedCall};

/// The method that calls tools.
const METHOD: &str = "tools/call";

/// Queues a span for `call`. If the queue is full, the span is dropped.
pub(super) fn record(tracer: &SdkTracer, call: &TracedCall<'_>) {
    let kind = match call.client.origin {
        Origin::Local => SpanKind::Internal,
        _ => SpanKind::Server,
    };
    let builder = SpanBuilder::from_name(format!("{METHOD} {}", call.tool))
        .with_kind(kind)
        .with_start_time(call.begun);
    let mut span = tracer.build_with_context(builder, &parent_of(call));
    if !span.is_recording() {
        return;
    }
    span.set_attributes(attributes(call));
    if let Some(error) = call.error {
        // The name that the conventions give to the error of a tool.
        let kind = match error.kind {
            "tool_execution_error" => "tool_error",
            kind => kind,
        };
        span.set_attribute(KeyValue::new("error.type", kind));
        span.set_status(Status::error(error.message.to_owned()));
    }
    span.end_with_timestamp(call.begun + call.elapsed);
}

fn attributes(call: &TracedCall<'_>) -> Vec<KeyValue> {
    let mut attributes = vec![
        KeyValue::new("mcp.method.name", METHOD),
        KeyValue::new("gen_ai.operation.name", "execute_tool"),
        KeyValue::new("gen_ai.tool.name", call.tool.to_owned()),
        KeyValue::new("toolwright.execution_id", call.id.to_string()),
    ];
    match call.client.origin {
        Origin::Address(address) => {
            attributes.push(KeyValue::new("network.transport", "tcp"));
            attributes.push(KeyValue::new("client.address", address.to_string()));
        }
        Origin::Host => attributes.push(KeyValue::new("network.transport", "pipe")),
        _ => {}
    }
    attributes
}

/// Returns the trace of the client. Without a valid one, the call begins its own.
fn parent_of(call: &TracedCall<'_>) -> Context {
    let Some(trace) = call.parent else {
        return Context::new();
    };
    TraceContextPropagator::new().extract_with_context(&Context::new(), &Carrier(trace))
}

struct Carrier<'a>(&'a TraceContext);

impl Extractor for Carrier<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        match key {
            "traceparent" => Some(&self.0.traceparent),
            "tracestate" => self.0.tracestate.as_deref(),
            _ => None,
        }
    }

    fn keys(&self) -> Vec<&str> {
        vec!["traceparent", "tracestate"]
    }
}
