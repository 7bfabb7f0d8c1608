//! [`Accepted`]: which of our answers a client takes.

use axum::http::{HeaderMap, header};

/// Which of our answers a client takes. One that says nothing takes everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Accepted {
    /// `application/json`.
    pub(super) json: bool,
    /// `text/event-stream`.
    pub(super) events: bool,
}

impl Accepted {
    /// What the `Accept` headers say.
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let mut values = headers.get_all(header::ACCEPT).iter().peekable();
        let mut accepted = Self {
            json: values.peek().is_none(),
            events: values.peek().is_none(),
        };
        for range in values.flat_map(|value| value.as_bytes().split(|byte| *byte == b',')) {
            let range = range.split(|byte| *byte == b';').next();
            accepted.add(range.unwrap_or_default().trim_ascii());
        }
        accepted
    }

    fn add(&mut self, range: &[u8]) {
        let is = |text: &str| range.eq_ignore_ascii_case(text.as_bytes());
        let everything = range == b"*/*";
        self.json |= everything || is("application/json") || is("application/*");
        self.events |= everything || is("text/event-stream") || is("text/*");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted(values: &[&'static str]) -> (bool, bool) {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(header::ACCEPT, value.parse().unwrap());
        }
        let Accepted { json, events } = Accepted::of(&headers);
        (json, events)
    }

    #[test]
    fn types_families_and_everything_are_understood() {
        assert_eq!(accepted(&[]), (true, true));
        assert_eq!(accepted(&["*/*"]), (true, true));
        assert_eq!(
            accepted(&["application/json, text/event-stream"]),
            (true, true)
        );
        assert_eq!(
            accepted(&["Application/JSON;q=0.9", " text/* ;q=1"]),
            (true, true)
        );
        assert_eq!(accepted(&["application/json"]), (true, false));
        assert_eq!(accepted(&["text/event-stream"]), (false, true));
        assert_eq!(accepted(&["application/*,image/png"]), (true, false));
        assert_eq!(accepted(&["text/html", ""]), (false, false));
        assert_eq!(
            accepted(&["application/jsonp", "text/event-streams"]),
            (false, false)
        );
    }
}
