//! The cookie of a session.

use axum::http::{
    HeaderMap, HeaderValue,
    header::{COOKIE, HOST},
};

const NAME: &str = "toolwright_session";

/// Returns the token in the cookie of a request.
pub(super) fn token(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(COOKIE).iter();
    let mut pairs = cookies
        .filter_map(|value| value.to_str().ok())
        .flat_map(|text| text.split(';'))
        .filter_map(|pair| pair.trim().split_once('='));
    pairs
        .find(|(name, _)| *name == NAME)
        .map(|(_, token)| token)
}

/// Returns the value of `Set-Cookie` for a token, or for none to log out.
///
/// Scripts cannot read the cookie, no other site sends it, and beyond this machine it is sent over
/// TLS alone.
pub(super) fn set(headers: &HeaderMap, token: Option<&str>) -> Option<HeaderValue> {
    let secure = if is_loopback(headers) { "" } else { "; Secure" };
    let (value, age) = match token {
        Some(token) => (token, ""),
        None => ("", "; Max-Age=0"),
    };
    let text = format!("{NAME}={value}; Path=/; HttpOnly; SameSite=Strict{secure}{age}");
    HeaderValue::try_from(text).ok()
}

/// Returns whether the browser calls this machine by a name that only this machine has.
fn is_loopback(headers: &HeaderMap) -> bool {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let host = host.unwrap_or_default();
    let name = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => name,
        _ => host,
    };
    matches!(name, "localhost" | "127.0.0.1" | "[::1]")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(host: &'static str, cookie: &'static str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_static(host));
        headers.insert(COOKIE, HeaderValue::from_static(cookie));
        headers
    }

    #[test]
    fn the_token_is_found_among_other_cookies() {
        let found = |cookie| token(&headers("localhost", cookie)).map(ToOwned::to_owned);
        assert_eq!(found("toolwright_session=abc").as_deref(), Some("abc"));
        assert_eq!(
            found("a=b; toolwright_session=abc; c=d").as_deref(),
            Some("abc")
        );
        assert_eq!(found("x_toolwright_session=abc"), None);
        assert_eq!(found("toolwright_session"), None);
    }

    #[test]
    fn the_cookie_is_for_tls_alone_beyond_this_machine() {
        let set = |host| set(&headers(host, ""), Some("t")).unwrap();
        let local = "toolwright_session=t; Path=/; HttpOnly; SameSite=Strict";
        for host in ["localhost:8080", "127.0.0.1", "[::1]:8080", "[::1]"] {
            assert_eq!(set(host), local, "{host}");
        }
        for host in [
            "mcp.example.com",
            "127.0.0.1.example.com",
            "localhost.example.com:80",
        ] {
            assert_eq!(set(host), format!("{local}; Secure"), "{host}");
        }
    }
}
