//! [`Telemetry`]: hears of calls, and sends their spans.

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

/// How long a batch may take to be sent, with all attempts.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long the last batches may take when the server stops.
const LAST_PATIENCE: Duration = Duration::from_secs(5);

/// Sends a span for every call, from its start on.
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
    /// Nothing is sent yet: a program that only prints its help needs no thread for that.
    pub(crate) const fn new(options: TelemetryOptions) -> Self {
        Self {
            options: Mutex::new(Some(options)),
            pipeline: OnceLock::new(),
        }
    }

    /// Starts, on the runtime that it is called in.
    ///
    /// # Errors
    /// When the options, or variables that the OpenTelemetry crates read by themselves, cannot be used.
    pub(crate) fn open(&self) -> Result<(), ExporterBuildError> {
        let Some(options) = lock(&self.options).take() else {
            return Ok(());
        };
        // It was not there, since the options were.
        let _ = self.pipeline.set(Pipeline::start(options)?);
        Ok(())
    }

    /// Sends what is left.
    pub(crate) async fn close(&self) {
        let Some(pipeline) = self.pipeline.get() else {
            return;
        };
        let provider = pipeline.provider.clone();
        let stop = move || provider.shutdown_with_timeout(LAST_PATIENCE);
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
            .with_http_client(ExportClient::new(Handle::current(), PATIENCE))
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(options.endpoint)
            .with_headers(headers.collect())
            .with_timeout(PATIENCE)
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
