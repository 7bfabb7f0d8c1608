//! HTTP with server-sent events, the transport of 2024-11-05.
//!
//! The client opens a stream, on which the server first says where messages are posted, and then
//! answers all of them.

use std::sync::Arc;

use bytes::Bytes;
use reqwest::{
    Body, Method, Request, Response, Url,
    header::{ACCEPT, CONTENT_TYPE, HeaderValue},
};
use tokio::sync::{mpsc, oneshot};
use toolwright_http::HttpClient;

use super::{
    endpoint::{HttpEndpoint, is_stream},
    error::ConnectionError,
    event_stream::{Event, EventParser},
    handler::Handler,
    pipe::{Pipe, PipeState},
};

/// Opens the stream, and returns the pipe to the server.
///
/// # Errors
/// If the server cannot be reached or does not say where messages are posted.
pub(super) async fn open(
    endpoint: &HttpEndpoint,
    handler: Arc<dyn Handler>,
    limit: usize,
) -> Result<Pipe, ConnectionError> {
    let client = Arc::new(endpoint.client());
    let mut request = Request::new(Method::GET, endpoint.url.clone());
    let headers = request.headers_mut();
    headers.extend(endpoint.headers.clone());
    headers.insert(ACCEPT, HeaderValue::from_static("text/event-stream"));
    let response = endpoint.open(&client, request, false).await?;
    if !is_stream(&response) {
        let why = "it is no stream of events";
        return Err(ConnectionError::Invalid(why.to_owned()));
    }
    let (mut pipe, queue) = Pipe::new(handler);
    let (found, address) = oneshot::channel();
    let (state, base) = (Arc::clone(pipe.state()), endpoint.url.clone());
    pipe.run(async move { read(response, &state, &base, found, limit).await });
    let address = address.await;
    let address = address.map_err(|_| {
        let why = "it does not say where messages are posted";
        ConnectionError::Invalid(why.to_owned())
    })?;
    let (state, endpoint) = (Arc::clone(pipe.state()), endpoint.clone());
    pipe.run(async move { post_all(&client, &endpoint, &address, queue, &state).await });
    Ok(pipe)
}

async fn read(
    mut response: Response,
    state: &Arc<PipeState>,
    base: &Url,
    found: oneshot::Sender<Url>,
    limit: usize,
) {
    let mut parser = EventParser::new(limit);
    let mut found = Some(found);
    loop {
        let piece = match response.chunk().await {
            Ok(Some(piece)) => piece,
            Ok(None) => return state.end("the server has closed the stream"),
            Err(error) => return state.end(error.without_url().to_string()),
        };
        let events = match parser.push(&piece) {
            Ok(events) => events,
            Err(error) => return state.end(error.to_string()),
        };
        for event in events {
            match found.take() {
                None => state.received(&event.data),
                Some(sender) => match address_in(&event, base) {
                    Some(address) => drop(sender.send(address)),
                    None => return state.end("the first event is not `endpoint`"),
                },
            }
        }
    }
}

/// Returns the address in the event `endpoint`. It must be on the same server, which alone may have
/// the headers.
fn address_in(event: &Event, base: &Url) -> Option<Url> {
    let text = std::str::from_utf8(&event.data).ok()?;
    let address = base.join(text.trim()).ok()?;
    (event.name == "endpoint" && address.origin() == base.origin()).then_some(address)
}

async fn post_all(
    client: &HttpClient,
    endpoint: &HttpEndpoint,
    address: &Url,
    mut queue: mpsc::Receiver<Bytes>,
    state: &PipeState,
) {
    while let Some(message) = queue.recv().await {
        let mut request = Request::new(Method::POST, address.clone());
        *request.body_mut() = Some(Body::from(message));
        let headers = request.headers_mut();
        headers.extend(endpoint.headers.clone());
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if let Err(error) = endpoint.open(client, request, true).await {
            return state.end(error.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_posted_to_the_same_server_only() {
        let base = Url::parse("https://a.example:8443/sse").unwrap();
        let address = |name: &str, text: &str| {
            let event = Event {
                name: name.to_owned(),
                data: text.as_bytes().to_vec(),
                ..Event::default()
            };
            address_in(&event, &base).map(String::from)
        };
        let there = "https://a.example:8443/messages?s=1";
        assert_eq!(address("endpoint", "/messages?s=1").as_deref(), Some(there));
        assert_eq!(address("endpoint", there).as_deref(), Some(there));
        assert_eq!(address("endpoint", "https://evil.example/messages"), None);
        assert_eq!(address("endpoint", "http://a.example:8443/messages"), None);
        assert_eq!(address("message", "/messages"), None);
    }
}
