//! [`Telemetry`]: sends a span for every call.

use std::{
    sync::{Mutex, OnceLock},
    time::Duration,
};

use opentelemetry::{InstrumentationScope, KeyValue, trace::TracerProvider as _};
use opentelemetry_otlp::{
    ExporterBuildError, Protocol, SpanExporter, WithExportConfig as _, WithHttpConfig as _,
};
use opentelemetry_sdk::{
    Resource,
    trace::{Sampler, SdkTracer, SdkTracerProvider},
};
use tokio::runtime::Handle;
use toolwright_base::lock;

use super::{export_client::ExportClient, span};
use crate::{
    core::{CallTracer, TracedCall},
    telemetry::options::{Sampling, TelemetryOptions},
};

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
    pipeline: OnceLock<Pipeline>,
}

/// The reason why no traces can be sent.
#[derive(Debug, thiserror::Error)]
#[error("cannot send traces")]
pub struct TelemetryError(#[from] ExporterBuildError);

#[derive(Debug)]
struct Pipeline {
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
        let _ = self.pipeline.set(Pipeline::start(options)?);
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
            span::record(&pipeline.tracer, &call);
        }
    }
}

impl Pipeline {
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
