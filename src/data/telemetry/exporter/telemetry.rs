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

use super::{export_client::ExportClient, span};
use crate::{
    core::{CallTracer, TracedCall, lock},
    data::telemetry::options::{Sampling, TelemetryOptions},
};

/// The timeout of a batch, with all attempts.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The timeout of the last batches when the server stops.
const LAST_TIMEOUT: Duration = Duration::from_secs(5);

/// Sends a span for every call, once it is open.
#[derive(Debug)]
pub(crate) struct Telemetry {
    options: Mutex<Option<TelemetryOptions>>,
    pipeline: OnceLock<Pipeline>,
}

#[derive(Debug)]
struct Pipeline {
    provider: SdkTracerProvider,
    tracer: SdkTracer,
}

impl Telemetry {
    /// Sends nothing yet, so that a program that only prints its help starts no thread.
    pub(crate) const fn new(options: TelemetryOptions) -> Self {
        Self {
            options: Mutex::new(Some(options)),
            pipeline: OnceLock::new(),
        }
    }

    /// Starts to send, on the current runtime.
    ///
    /// # Errors
    /// If the options, or variables that the OpenTelemetry crates read, are invalid.
    pub(crate) fn open(&self) -> Result<(), ExporterBuildError> {
        let Some(options) = lock(&self.options).take() else {
            return Ok(());
        };
        // It is not set yet, because the options were not taken.
        let _ = self.pipeline.set(Pipeline::start(options)?);
        Ok(())
    }

    /// Sends the remaining spans.
    pub(crate) async fn close(&self) {
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
