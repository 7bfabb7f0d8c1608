//! [`AcceptHeader`]: the content types that a client accepts.

use axum::http::{HeaderMap, header};

/// Which of the server's two content types a client accepts. Without the header, it accepts both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AcceptHeader {
    /// `application/json`.
    pub(super) json: bool,
    /// `text/event-stream`.
    pub(super) events: bool,
}

impl AcceptHeader {
    /// Parses the `Accept` headers of a request.
    pub(super) fn parse(headers: &HeaderMap) -> Self {
        // As nearly all clients write it.
        let first = headers.get(header::ACCEPT);
        if first.is_some_and(|value| value == "application/json, text/event-stream") {
            return Self {
                json: true,
                events: true,
            };
        }
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
        let AcceptHeader { json, events } = AcceptHeader::parse(&headers);
        (json, events)
    }

    #[test]
    fn exact_types_and_wildcards_are_understood() {
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
