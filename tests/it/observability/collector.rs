//! An OpenTelemetry collector that takes traces over OTLP/HTTP, and can be slow or broken.

use std::{
    collections::BTreeMap,
    convert::Infallible,
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use hyper::{
    Request, Response, StatusCode, body::Incoming, server::conn::http1, service::service_fn,
};
use hyper_util::rt::TokioIo;
use opentelemetry_proto::tonic::{
    collector::trace::v1::{ExportTraceServiceRequest, ExportTraceServiceResponse},
    common::v1::{KeyValue, any_value::Value},
    trace::v1::Span,
};
use prost::Message as _;
use tokio::net::TcpListener;

use crate::harness::until;

/// The behaviour of a collector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mood {
    Well,
    /// Rejects one batch as too many requests.
    BusyOnce,
    Broken,
    /// Accepts requests and does not answer.
    Silent,
}

/// A collector, and the requests that it got.
#[derive(Debug)]
pub(super) struct Collector {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
}

#[derive(Debug)]
struct State {
    mood: Mood,
    requests: usize,
    authorizations: Vec<String>,
    resources: Vec<BTreeMap<String, String>>,
    spans: Vec<Span>,
}

impl Collector {
    pub(super) async fn start(mood: Mood) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::new(Mutex::new(State {
            mood,
            requests: 0,
            authorizations: Vec::new(),
            resources: Vec::new(),
            spans: Vec::new(),
        }));
        let shared = Arc::clone(&state);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let shared = Arc::clone(&shared);
                let service = service_fn(move |request| answer(Arc::clone(&shared), request));
                let connection =
                    http1::Builder::new().serve_connection(TokioIo::new(stream), service);
                tokio::spawn(connection);
            }
        });
        Self { address, state }
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns the number of requests.
    pub(super) fn requests(&self) -> usize {
        self.state.lock().unwrap().requests
    }

    /// Waits for a request.
    pub(super) async fn request(&self) {
        until(|| self.requests() > 0).await;
    }

    /// Returns the spans, by name.
    pub(super) fn spans(&self) -> Vec<Span> {
        let mut spans = self.state.lock().unwrap().spans.clone();
        spans.sort_by(|one, other| one.name.cmp(&other.name));
        spans
    }

    /// Returns the user agent and the key of the sender.
    pub(super) fn senders(&self) -> (Vec<BTreeMap<String, String>>, Vec<String>) {
        let state = self.state.lock().unwrap();
        (state.resources.clone(), state.authorizations.clone())
    }
}

async fn answer(
    state: Arc<Mutex<State>>,
    request: Request<Incoming>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let (head, body) = request.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    assert_eq!(
        (head.method.as_str(), head.uri.path()),
        ("POST", "/v1/traces")
    );
    assert_eq!(head.headers["content-type"], "application/x-protobuf");
    let mood = {
        let mut state = state.lock().unwrap();
        state.requests += 1;
        let mood = state.mood;
        if mood == Mood::BusyOnce {
            state.mood = Mood::Well;
        }
        mood
    };
    let status = match mood {
        Mood::Well => StatusCode::OK,
        Mood::BusyOnce => StatusCode::SERVICE_UNAVAILABLE,
        Mood::Broken => StatusCode::BAD_REQUEST,
        Mood::Silent => std::future::pending().await,
    };
    if status == StatusCode::OK {
        let key = head.headers.get("authorization");
        take(
            &mut state.lock().unwrap(),
            &body,
            key.map(|key| key.to_str().unwrap()),
        );
    }
    let taken = ExportTraceServiceResponse::default().encode_to_vec();
    let mut response = Response::new(Full::new(taken.into()));
    *response.status_mut() = status;
    Ok(response)
}

fn take(state: &mut State, body: &[u8], key: Option<&str>) {
    let sent = ExportTraceServiceRequest::decode(body).unwrap();
    state.authorizations.extend(key.map(ToOwned::to_owned));
    for of_resource in sent.resource_spans {
        let resource = of_resource.resource.unwrap();
        state.resources.push(attributes(&resource.attributes));
        for of_scope in of_resource.scope_spans {
            assert_eq!(of_scope.scope.unwrap().name, "toolwright");
            state.spans.extend(of_scope.spans);
        }
    }
}

/// Returns the attributes that are strings.
pub(super) fn attributes(attributes: &[KeyValue]) -> BTreeMap<String, String> {
    let text = |attribute: &KeyValue| match &attribute.value.as_ref()?.value {
        Some(Value::StringValue(text)) => Some((attribute.key.clone(), text.clone())),
        _ => None,
    };
    attributes.iter().filter_map(text).collect()
}
