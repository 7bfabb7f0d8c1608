//! The stream of one listener.

use std::{convert::Infallible, pin::pin, sync::Arc, time::Duration};

use axum::{
    body::{Body, Bytes},
    http::{HeaderValue, Response, StatusCode, header},
};
use futures_util::stream;
use tokio::{
    sync::broadcast::{Receiver, error::RecvError},
    time::Instant,
};
use tokio_util::sync::CancellationToken;

use super::{
    event::{Event, Topic},
    feed::Place,
};
use crate::admin::{
    answer::Answer, api::Api, operation::Operation, problem::Problem, request::ApiRequest,
    rights::Requester,
};

/// The interval of comments on a silent stream, by which both sides notice that the other is gone.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// How long a stream lasts. The client opens another one, and proves again who it is: its key may
/// have been revoked.
const LIFETIME: Duration = Duration::from_secs(5 * 60);

/// Returns the operation.
pub(in crate::admin) fn operations() -> Vec<Operation> {
    let listen = Operation::get(
        "/events",
        "listen",
        "Sends events: `registry`, `execution`, `health` and `question`.",
        |api, request| Box::pin(listen(api, request)),
    );
    vec![
        listen
            .answers::<String>(StatusCode::OK)
            .of_type("text/event-stream"),
    ]
}

/// The state of a stream.
struct Listener {
    caller: Requester,
    events: Receiver<Arc<Event>>,
    draining: CancellationToken,
    last_id: u64,
    ends: Instant,
    _place: Place,
}

async fn listen(api: Arc<Api>, request: ApiRequest) -> Answer {
    let place = api.feed.take_place(request.caller.counted_as());
    let full = || Problem::unavailable("too many listeners: end one, or try again later");
    let place = place.ok_or_else(full)?;
    let listener = Listener {
        draining: request.draining.clone(),
        caller: request.caller,
        events: api.feed.listen(),
        last_id: 0,
        ends: Instant::now() + LIFETIME,
        _place: place,
    };
    // The first comment opens the stream in the browser.
    let opening = stream::once(async { Ok(Bytes::from_static(b": open\n\n")) });
    let rest = stream::unfold(listener, |mut listener| async {
        let bytes = listener.next().await?;
        Some((Ok::<_, Infallible>(bytes), listener))
    });
    let body = Body::from_stream(stream::StreamExt::chain(opening, rest));
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    let events = HeaderValue::from_static("text/event-stream");
    headers.insert(header::CONTENT_TYPE, events);
    Ok(response)
}

impl Listener {
    /// Returns the next event that the caller is told, or a comment. `None` if the server stops or the
    /// stream has lasted long enough.
    async fn next(&mut self) -> Option<Bytes> {
        // Not anew for events that the caller is not told.
        let mut silence = pin!(tokio::time::sleep(KEEP_ALIVE));
        loop {
            let event = tokio::select! {
                () = self.draining.cancelled() => return None,
                event = self.events.recv() => event,
                () = tokio::time::sleep_until(self.ends) => return None,
                () = &mut silence => return Some(Bytes::from_static(b":\n\n")),
            };
            let event = match event {
                Ok(event) => event,
                // Whoever missed something loads everything again.
                Err(RecvError::Lagged(_)) => Arc::new(Event::registry(0)),
                Err(RecvError::Closed) => return None,
            };
            if self.is_told(&event.topic) {
                self.last_id += 1;
                return Some(event.to_text(self.last_id).into());
            }
        }
    }

    fn is_told(&self, topic: &Topic) -> bool {
        match topic {
            Topic::Registry | Topic::Question => true,
            Topic::Health => self.caller.is_admin(),
            Topic::Execution(caller) => self.caller.may_see(caller.as_deref()),
        }
    }
}
