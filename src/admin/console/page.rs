//! Serves the files of the console.

use std::{future::ready, sync::Arc};

use axum::{
    body::Body,
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, Uri, header},
    routing::get,
};
use toolwright::transport::Route;
use toolwright_base::token;

use super::{
    files::{ConsoleFile, Encoding, media_type},
    plain_page::plain_page,
};
use crate::admin::{api::Api, rights::Requester};

/// The placeholder in the page for the nonce of its styles.
const NONCE: &str = "__CSP_NONCE__";

/// The headers of every response.
const HEADERS: [(HeaderName, &str); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
];

/// Returns the routes of the console. Everybody may read its files: they are the same for all, and
/// what they show comes from the API.
pub(crate) fn routes(api: &Arc<Api>) -> Vec<Route> {
    let page = || {
        let api = Arc::clone(api);
        get(move |request: Request| ready(index(&api, &request)))
    };
    let listing = Arc::clone(api);
    let listing = get(move |request: Request| ready(without_scripts(&listing, &request)));
    // The last one is a link to a state of the page.
    let routes = [
        Route::new("/", page()),
        Route::new("/plain", listing),
        Route::new("/assets/{*path}", get(asset)),
        Route::new("/{*path}", page()),
    ];
    routes.map(Route::open).into()
}

/// Serves the page without scripts.
fn without_scripts(api: &Api, request: &Request) -> Response<Body> {
    let caller = Requester::of(request.extensions());
    html(
        plain_page(api, &caller),
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
}

/// Serves the page, with a nonce that only this response has.
fn index(api: &Api, request: &Request) -> Response<Body> {
    let path = request.uri().path();
    if path != "/" && !wants_page(request.headers()) {
        return secured(plain(
            StatusCode::NOT_FOUND,
            "there is nothing at this path\n",
        ));
    }
    let Some(file) = ConsoleFile::find(ConsoleFile::INDEX) else {
        return without_scripts(api, request);
    };
    let nonce = token::random();
    let text = String::from_utf8_lossy(file.bytes()).replace(NONCE, &nonce);
    html(text, &policy(&nonce))
}

/// Serves a file whose name changes with its content.
async fn asset(uri: Uri, headers: HeaderMap) -> Response<Body> {
    let accepted = headers.get(header::ACCEPT_ENCODING);
    let accepted = accepted.and_then(|value| value.to_str().ok());
    let found = ConsoleFile::accepted(uri.path(), accepted.unwrap_or_default());
    let Some((file, encoding)) = found else {
        return secured(plain(StatusCode::NOT_FOUND, "there is no such file\n"));
    };
    let mut response = Response::new(Body::from(file.bytes()));
    let headers = response.headers_mut();
    let media_type = HeaderValue::from_static(media_type(uri.path()));
    headers.insert(header::CONTENT_TYPE, media_type);
    let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
    headers.insert(header::CACHE_CONTROL, forever);
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    let encoding = match encoding {
        Encoding::Brotli => Some("br"),
        Encoding::Gzip => Some("gzip"),
        Encoding::None => None,
    };
    if let Some(encoding) = encoding {
        let encoding = HeaderValue::from_static(encoding);
        headers.insert(header::CONTENT_ENCODING, encoding);
    }
    secured(response)
}

/// Returns whether a browser asks for a page, and not a program for something else.
fn wants_page(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT);
    let accepted = accepted.and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| accepted.contains("text/html"))
}

/// Returns the content security policy of the page: nothing from elsewhere, nothing inline but
/// styles with the nonce.
fn policy(nonce: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; \
         font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

fn html(text: String, policy: &str) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    let headers = response.headers_mut();
    let media_type = HeaderValue::from_static("text/html; charset=utf-8");
    headers.insert(header::CONTENT_TYPE, media_type);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Ok(policy) = HeaderValue::from_str(policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    secured(response)
}

fn plain(status: StatusCode, text: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let media_type = HeaderValue::from_static("text/plain; charset=utf-8");
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, media_type);
    response
}

fn secured(mut response: Response<Body>) -> Response<Body> {
    for (name, value) in HEADERS {
        let value = HeaderValue::from_static(value);
        response.headers_mut().insert(name, value);
    }
    response
}
