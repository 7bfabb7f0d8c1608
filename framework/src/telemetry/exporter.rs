//! [`Telemetry`]: sends calls as spans to an OpenTelemetry collector, by the semantic conventions for MCP.
//!
//! A span does not contain the arguments and the result. They are in the execution log, which stays on
//! this machine.

use std::{
    future::Future,
    pin::Pin,
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use bytes::Bytes;
use opentelemetry::{
    Context, InstrumentationScope, KeyValue,
    propagation::{Extractor, TextMapPropagator as _},
    trace::{Span as _, SpanBuilder, SpanKind, Status, Tracer as _, TracerProvider as _},
};
use opentelemetry_http::{HttpError, Request, Response};
use opentelemetry_otlp::{
    ExporterBuildError, Protocol, SpanExporter, WithExportConfig as _, WithHttpConfig as _,
};
use opentelemetry_sdk::{
    Resource,
    propagation::TraceContextPropagator,
    trace::{Sampler, SdkTracer, SdkTracerProvider},
};
use tokio::runtime::Handle;
use toolwright_base::lock;
use toolwright_http::{AddressPolicy, HttpClient, HttpResponse, RequestLimits};

use crate::{
    core::{CallTracer, Origin, TraceContext, TracedCall},
    telemetry::options::{Sampling, TelemetryOptions},
};

/// The largest response that is read. Collectors respond with little.
const MAX_BYTES: usize = 64 * 1024;

/// Sends batches with [`HttpClient`], on the runtime of the program: the exporter's thread has
/// none.
#[derive(Debug)]
pub(super) struct ExportClient {
    client: Arc<HttpClient>,
    runtime: Handle,
    timeout: Duration,
    /// Whether the last batch was refused. Only changes are logged.
    is_failing: AtomicBool,
}

impl ExportClient {
    pub(super) fn new(runtime: Handle, timeout: Duration) -> Self {
        Self {
            client: Arc::new(HttpClient::new(AddressPolicy::ANY, 0)),
            runtime,
            timeout,
            is_failing: AtomicBool::new(false),
        }
    }

    async fn send(&self, request: Request<Bytes>) -> Result<HttpResponse, HttpError> {
        let request = reqwest::Request::try_from(request)?;
        let limits = RequestLimits {
            most_bytes: MAX_BYTES,
            deadline: Instant::now() + self.timeout,
        };
        let client = Arc::clone(&self.client);
        let sent = self
            .runtime
            .spawn(async move { client.send(request, limits).await });
        Ok(sent.await??)
    }

    fn log_change(&self, sent: &Result<HttpResponse, HttpError>) {
        let problem = match sent {
            Ok(response) if response.status.is_success() => None,
            Ok(response) => Some(format!("the collector responded with {}", response.status)),
            Err(error) => Some(error.to_string()),
        };
        let was_failing = self.is_failing.swap(problem.is_some(), Ordering::Relaxed);
        match problem {
            Some(problem) if !was_failing => tracing::warn!("cannot send traces: {problem}"),
            None if was_failing => tracing::warn!("traces are sent again"),
            _ => {}
        }
    }
}

impl opentelemetry_http::HttpClient for ExportClient {
    // The expansion of `#[async_trait]` for `async fn send_bytes(&self, …)`.
    fn send_bytes<'life0, 'async_trait>(
        &'life0 self,
        request: Request<Bytes>,
    ) -> Pin<Box<dyn Future<Output = Result<Response<Bytes>, HttpError>> + Send + 'async_trait>>
    where
        'life0: 'async_trait,
        Self: 'async_trait,
    {
        Box::pin(async move {
            let sent = self.send(request).await;
            self.log_change(&sent);
            let sent = sent?;
            let mut response = Response::new(sent.body);
            *response.status_mut() = sent.status;
            *response.headers_mut() = sent.headers;
            Ok(response)
        })
    }
}

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
        Origin::Address(address) | Origin::Proxy(address) => {
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

/// The timeout of a batch, with all attempts.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The timeout of the last batches when the server stops.
const LAST_TIMEOUT: Duration = Duration::from_secs(5);

/// Sends a span for every call to an OpenTelemetry collector, over OTLP/HTTP.
///
/// Spans wait in a bounded queue, and a thread sends them in batches: if the collector is slow or
/// gone, spans are dropped and calls are not delayed.
///
/// # Examples
/// ```no_run
/// use std::{convert::Infallible, sync::Arc};
///
/// use toolwright::{
///     govern::Governance,
///     log::{Telemetry, TelemetryOptions},
///     prelude::*,
/// };
///
/// let options = TelemetryOptions::new("http://localhost:4318/v1/traces")
///     .attribute("service.name", "todo");
/// let telemetry = Arc::new(Telemetry::new(options));
/// let (opened, closed) = (Arc::clone(&telemetry), Arc::clone(&telemetry));
/// let server = Server::new("todo")
///     .govern(Governance::new().trace(telemetry))
///     .on_start(move |_| async move { opened.open() })
///     .on_stop(move |_| async move {
///         closed.close().await;
///         Ok::<_, Infallible>(())
///     });
/// # drop(server);
/// ```
#[derive(Debug)]
pub struct Telemetry {
    options: Mutex<Option<TelemetryOptions>>,
    pipeline: OnceLock<ExportPipeline>,
}

/// The reason why no traces can be sent.
#[derive(Debug, thiserror::Error)]
#[error("cannot send traces")]
pub struct TelemetryError(#[from] ExporterBuildError);

#[derive(Debug)]
struct ExportPipeline {
    provider: SdkTracerProvider,
    tracer: SdkTracer,
}

impl Telemetry {
    /// Returns telemetry that sends nothing until it is opened, so that a program that only prints
    /// its help starts no thread.
    pub const fn new(options: TelemetryOptions) -> Self {
        Self {
            options: Mutex::new(Some(options)),
            pipeline: OnceLock::new(),
        }
    }

    /// Starts to send, on the current runtime.
    ///
    /// # Errors
    /// If the options, or variables that the OpenTelemetry crates read, are invalid.
    ///
    /// # Panics
    /// Outside of a tokio runtime.
    pub fn open(&self) -> Result<(), TelemetryError> {
        let Some(options) = lock(&self.options).take() else {
            return Ok(());
        };
        // It is not set yet, because the options were not taken.
        let _ = self.pipeline.set(ExportPipeline::start(options)?);
        Ok(())
    }

    /// Sends the remaining spans, within 5 seconds.
    pub async fn close(&self) {
        let Some(pipeline) = self.pipeline.get() else {
            return;
        };
        let provider = pipeline.provider.clone();
        let stop = move || provider.shutdown_with_timeout(LAST_TIMEOUT);
        if let Ok(Err(error)) = tokio::task::spawn_blocking(stop).await {
            tracing::warn!("the last traces were not sent: {error}");
        }
    }
}

impl CallTracer for Telemetry {
    fn record(&self, call: TracedCall<'_>) {
        if let Some(pipeline) = self.pipeline.get() {
            record(&pipeline.tracer, &call);
        }
    }
}

impl ExportPipeline {
    fn start(options: TelemetryOptions) -> Result<Self, ExporterBuildError> {
        let headers = options.headers.iter();
        let headers = headers.map(|(name, value)| (name.clone(), value.expose().to_owned()));
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(ExportClient::new(Handle::current(), TIMEOUT))
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(options.endpoint)
            .with_headers(headers.collect())
            .with_timeout(TIMEOUT)
            .build()?;
        let attributes = options.resource.into_iter();
        let attributes = attributes.map(|(name, value)| KeyValue::new(name, value));
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_resource(Resource::builder().with_attributes(attributes).build())
            .with_sampler(sampler(options.sampling))
            .build();
        let scope = InstrumentationScope::builder("toolwright")
            .with_version(env!("CARGO_PKG_VERSION"))
            .build();
        let tracer = provider.tracer_with_scope(scope);
        Ok(Self { provider, tracer })
    }
}

fn sampler(sampling: Sampling) -> Sampler {
    let of_ratio = if sampling.ratio >= 1.0 {
        Sampler::AlwaysOn
    } else if sampling.ratio <= 0.0 {
        Sampler::AlwaysOff
    } else {
        Sampler::TraceIdRatioBased(sampling.ratio)
    };
    if sampling.parent_based {
        Sampler::ParentBased(Box::new(of_ratio))
    } else {
        of_ratio
    }
}
