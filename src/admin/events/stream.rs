//! The stream of one listener.

use std::{borrow::Cow, convert::Infallible, pin::pin, sync::Arc, time::Duration};

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderValue, Response, StatusCode, header},
};
use futures_util::stream;
use tokio::{
    sync::broadcast::{Receiver, error::RecvError},
    time::Instant,
};
use tokio_util::sync::CancellationToken;
use toolwright::access::Credentials;
use toolwright_access::Accounts;

use super::{
    event::{Event, Topic},
    feed::Place,
};
use crate::admin::texts;
use crate::admin::{
    answer::Answer, api::Api, operation::Operation, problem::Problem, request::ApiRequest,
    rights::Requester,
};

/// The interval of comments on a silent stream, by which both sides notice that the other is gone.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// The interval at which the credentials of the listener are checked again.
const RECHECK: Duration = Duration::from_millis(400);
// A stream ends within a second, also if another process has revoked its key.
const _: () = assert!(RECHECK.as_millis() + Accounts::CHECK_INTERVAL.as_millis() < 1_000);
/// How long a stream lasts. The client opens another one, and proves again who it is: its token may
/// have expired.
const LIFETIME: Duration = Duration::from_secs(5 * 60);

/// Returns the operation.
pub(in crate::admin) fn operations() -> Vec<Operation> {
    let listen = Operation::get(
        "/events",
        "listen",
        "Sends events: `registry`, `agents`, `execution`, `health` and `question`.",
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
    api: Arc<Api>,
    caller: Requester,
    headers: HeaderMap,
    events: Receiver<Arc<Event>>,
    draining: CancellationToken,
    last_id: u64,
    ends: Instant,
    _place: Place,
}

async fn listen(api: Arc<Api>, request: ApiRequest) -> Answer {
    let place = api.feed.take_place(request.caller.counted_as());
    let full = || Problem::unavailable(texts::too_many_listeners());
    let place = place.ok_or_else(full)?;
    let listener = Listener {
        draining: request.draining.clone(),
        headers: request.headers,
        events: api.feed.listen(),
        api,
        caller: request.caller,
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
    /// Returns the next event that the caller is told, or a comment. `None` if the server stops, the
    /// stream has lasted long enough, or the key or session of the caller has ended.
    async fn next(&mut self) -> Option<Bytes> {
        // Not anew for events that the caller is not told.
        let mut silence = pin!(tokio::time::sleep(KEEP_ALIVE));
        let mut recheck = tokio::time::interval(RECHECK);
        loop {
            let event = tokio::select! {
                () = self.draining.cancelled() => return None,
                event = self.events.recv() => event,
                () = tokio::time::sleep_until(self.ends) => return None,
                _ = recheck.tick() => match self.is_let_in() {
                    true => continue,
                    false => return None,
                },
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
                return Some(self.shown(&event).to_text(self.last_id).into());
            }
        }
    }

    /// Returns whether the key or the session that the stream was opened with is still valid.
    fn is_let_in(&self) -> bool {
        if !self.caller.is_known() {
            return true;
        }
        let Ok(Some(credentials)) = Credentials::read(&self.headers) else {
            return self.api.sessions.is_open(&self.headers);
        };
        match credentials.expose().parse() {
            Ok(key) => {
                let identity = self.api.accounts.identity(&key).ok().flatten();
                identity.is_some_and(|identity| self.caller.has_role_of(&identity))
            }
            // A token of an authorization server is checked when the next stream is opened.
            Err(_) => true,
        }
    }

    /// Returns the event as the caller may see it.
    fn shown<'e>(&self, event: &'e Event) -> Cow<'e, Event> {
        let outcome = event.data["outcome"].as_str();
        match outcome.and_then(|outcome| self.caller.shown_outcome(outcome)) {
            None => Cow::Borrowed(event),
            Some(outcome) => {
                let mut event = event.clone();
                event.data["outcome"] = outcome.into();
                Cow::Owned(event)
            }
        }
    }

    fn is_told(&self, topic: &Topic) -> bool {
        match topic {
            Topic::Registry | Topic::Agents | Topic::Question => true,
            Topic::Health => self.caller.is_admin(),
            Topic::Execution(caller) => self.caller.may_see(caller.as_deref()),
        }
    }
}
