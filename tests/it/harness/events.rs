//! Reading an event stream, one event at a time.

use reqwest::Response;
use serde_json::Value;

use super::patience::soon;

/// One event, field by field; a comment is an event of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Event {
    pub(crate) id: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) retry: Option<String>,
    pub(crate) data: Option<String>,
    pub(crate) comment: Option<String>,
}

impl Event {
    fn parse(frame: &str) -> Self {
        let mut event = Self::default();
        for line in frame.lines() {
            let (field, value) = line.split_once(':').unwrap();
            let value = value.strip_prefix(' ').unwrap_or(value).to_owned();
            let place = match field {
                "" => &mut event.comment,
                "id" => &mut event.id,
                "event" => &mut event.name,
                "retry" => &mut event.retry,
                "data" => &mut event.data,
                other => panic!("unknown field `{other}`"),
            };
            assert_eq!(place.replace(value), None, "twice the same field: {frame}");
        }
        event
    }

    /// The message that it carries; a comment and a priming event carry none.
    pub(crate) fn message(&self) -> Option<Value> {
        let data = self.data.as_ref().filter(|data| !data.is_empty())?;
        Some(serde_json::from_str(data).unwrap())
    }
}

/// An event stream. Dropping it closes the connection.
#[derive(Debug)]
pub(crate) struct Events {
    response: Response,
    buffer: String,
}

impl Events {
    pub(crate) const fn new(response: Response) -> Self {
        Self {
            response,
            buffer: String::new(),
        }
    }

    /// The next event; none at the end of the stream.
    pub(crate) async fn next(&mut self) -> Option<Event> {
        soon(self.event()).await
    }

    /// The next message, past comments and priming events.
    pub(crate) async fn message(&mut self) -> Value {
        soon(async {
            loop {
                let event = self.event().await.expect("the stream goes on");
                if let Some(message) = event.message() {
                    return message;
                }
            }
        })
        .await
    }

    /// All messages until the end of the stream.
    pub(crate) async fn rest(mut self) -> Vec<Value> {
        soon(async {
            let mut messages = Vec::new();
            while let Some(event) = self.event().await {
                messages.extend(event.message());
            }
            messages
        })
        .await
    }

    async fn event(&mut self) -> Option<Event> {
        loop {
            if let Some(end) = self.buffer.find("\n\n") {
                let frame: String = self.buffer.drain(..end + 2).collect();
                return Some(Event::parse(frame.trim_end()));
            }
            let chunk = self.response.chunk().await.ok().flatten()?;
            self.buffer.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    }
}
