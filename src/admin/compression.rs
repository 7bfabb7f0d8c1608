//! [`Compression`]: sends large answers of the API with gzip, to clients that accept it.
//!
//! Only answers to GET are compressed. The length of a compressed answer tells something about its
//! content (BREACH), so one with a secret must stay plain: the API shows a secret once, in the answer
//! to the POST that made it, and masks it in every other. Event streams have no length and stay
//! plain too, because each event has to leave at once.

use std::io::Write as _;

use axum::{
    body::{Body, HttpBody as _, to_bytes},
    http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header},
};
use flate2::{Compression as Level, write::GzEncoder};

/// Smaller answers would hardly shrink.
const MIN_BYTES: u64 = 1024;
/// Larger answers are compressed beside the threads of the runtime.
const MAX_INLINE_BYTES: u64 = 16 * 1024;

/// Whether the answer to a request may be compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Compression {
    /// The request is not a GET.
    Never,
    /// The client does not accept gzip.
    NotAccepted,
    Gzip,
}

impl Compression {
    /// Returns what a request with this method and these headers permits.
    pub(super) fn of(method: &Method, headers: &HeaderMap) -> Self {
        if method != Method::GET {
            return Self::Never;
        }
        let accepted = headers.get_all(header::ACCEPT_ENCODING).iter();
        let mut accepted = accepted.filter_map(|value| value.to_str().ok());
        match accepted.any(|value| accepts(value, "gzip")) {
            true => Self::Gzip,
            false => Self::NotAccepted,
        }
    }

    /// Compresses a response, if it is large enough and permitted.
    ///
    /// Its `ETag` stays: it names the value, whose forms `Vary` keeps apart.
    pub(super) async fn apply(self, mut response: Response<Body>) -> Response<Body> {
        if self == Self::Never || !is_compressible(&response) {
            return response;
        }
        let vary = HeaderValue::from_static("accept-encoding");
        response.headers_mut().append(header::VARY, vary);
        if self == Self::NotAccepted {
            return response;
        }
        let (mut parts, body) = response.into_parts();
        let is_large = body.size_hint().lower() > MAX_INLINE_BYTES;
        let Ok(plain) = to_bytes(body, usize::MAX).await else {
            return internal_error();
        };
        let compressed = match is_large {
            true => tokio::task::spawn_blocking(move || gzip(&plain)).await.ok(),
            false => Some(gzip(&plain)),
        };
        let Some(compressed) = compressed else {
            return internal_error();
        };
        let gzip = HeaderValue::from_static("gzip");
        parts.headers.insert(header::CONTENT_ENCODING, gzip);
        parts.headers.remove(header::CONTENT_LENGTH);
        Response::from_parts(parts, Body::from(compressed))
    }
}

/// Returns whether a response has a JSON body that is whole and large enough.
fn is_compressible(response: &Response<Body>) -> bool {
    let headers = response.headers();
    let media_type = headers.get(header::CONTENT_TYPE);
    let is_json = media_type.is_some_and(|value| value.as_bytes().starts_with(b"application/json"));
    let length = response.body().size_hint().exact();
    is_json
        && !headers.contains_key(header::CONTENT_ENCODING)
        && length.is_some_and(|length| length >= MIN_BYTES)
}

fn gzip(plain: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(plain.len() / 4), Level::fast());
    let written = encoder.write_all(plain).and_then(|()| encoder.finish());
    written.expect("a vector takes everything")
}

/// A body that is in memory can be read, and compressing does not panic.
fn internal_error() -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
    response
}

/// Returns whether the header `Accept-Encoding` has `name`, and does not refuse it.
pub(super) fn accepts(header: &str, name: &str) -> bool {
    header.split(',').any(|entry| {
        let mut parts = entry.split(';').map(str::trim);
        let is_named = parts.next().is_some_and(|it| it.eq_ignore_ascii_case(name));
        let weight = parts.find_map(|part| part.strip_prefix("q="));
        is_named && weight.is_none_or(|weight| weight.parse::<f32>().is_ok_and(|it| it > 0.0))
    })
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::GzDecoder;

    use super::*;

    fn response(media_type: &'static str, length: usize) -> Response<Body> {
        let mut response = Response::new(Body::from("a".repeat(length)));
        let media_type = HeaderValue::from_static(media_type);
        response
            .headers_mut()
            .insert(header::CONTENT_TYPE, media_type);
        response
    }

    fn encoding(response: &Response<Body>) -> Option<&HeaderValue> {
        response.headers().get(header::CONTENT_ENCODING)
    }

    #[test]
    fn an_encoding_is_accepted_as_the_header_says() {
        assert!(accepts("gzip, deflate, br;q=0.9", "br"));
        assert!(accepts("BR", "br"));
        for refused in ["", "gzip", "br;q=0", "brotli", "br;q=x"] {
            assert!(!accepts(refused, "br"), "{refused}");
        }
    }

    #[test]
    fn only_answers_to_get_are_compressed() {
        let mut headers = HeaderMap::new();
        assert_eq!(
            Compression::of(&Method::GET, &headers),
            Compression::NotAccepted
        );
        let accepted = HeaderValue::from_static("br, gzip");
        headers.insert(header::ACCEPT_ENCODING, accepted);
        assert_eq!(Compression::of(&Method::GET, &headers), Compression::Gzip);
        assert_eq!(Compression::of(&Method::POST, &headers), Compression::Never);
    }

    #[tokio::test]
    async fn a_large_answer_is_the_same_after_it_is_decompressed() {
        for length in [1024, 100_000] {
            let compressed = Compression::Gzip.apply(response("application/json", length));
            let compressed = compressed.await;
            assert_eq!(
                encoding(&compressed),
                Some(&HeaderValue::from_static("gzip"))
            );
            assert_eq!(compressed.headers()[header::VARY], "accept-encoding");
            let bytes = to_bytes(compressed.into_body(), usize::MAX).await.unwrap();
            assert!(bytes.len() < length / 5);
            let mut plain = String::new();
            GzDecoder::new(&*bytes).read_to_string(&mut plain).unwrap();
            assert_eq!(plain, "a".repeat(length));
        }
    }

    #[tokio::test]
    async fn small_answers_and_streams_stay_as_they_are() {
        let small = response("application/json", 1023);
        assert_eq!(encoding(&Compression::Gzip.apply(small).await), None);
        let stream = response("text/event-stream", 5000);
        assert_eq!(encoding(&Compression::Gzip.apply(stream).await), None);
        let plain = response("application/json", 5000);
        let plain = Compression::NotAccepted.apply(plain).await;
        assert_eq!(encoding(&plain), None);
        assert_eq!(plain.headers()[header::VARY], "accept-encoding");
    }
}
