//! [`ApiKey`]: the key of a service, which is never shown in messages, logs or debug output.

use reqwest::{
    Request,
    header::{AUTHORIZATION, HeaderValue},
};
use toolwright_base::{Redactor, Secret};

/// The key of a service. It consists of visible ASCII characters, so that it can be sent in a
/// header.
#[derive(Debug, Clone)]
pub struct ApiKey(Secret);

impl ApiKey {
    /// Parses a key. Returns `None` if it cannot be sent.
    pub fn parse(text: &str) -> Option<Self> {
        let is_visible = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        is_visible.then(|| Self(Secret::new(text)))
    }

    /// Adds the key to a request, in this header.
    pub fn add_to(&self, request: &mut Request, header: &'static str) {
        add(request, header, self.0.expose());
    }

    /// Adds the key to a request, as a bearer token.
    pub fn authorize(&self, request: &mut Request) {
        add(
            request,
            AUTHORIZATION.as_str(),
            &format!("Bearer {}", self.0.expose()),
        );
    }

    /// Returns the key, for a request that is made elsewhere.
    pub fn expose(&self) -> &str {
        self.0.expose()
    }

    /// Masks the key in a text.
    pub fn mask_in(&self, text: &str) -> String {
        text.replace(self.0.expose(), Redactor::MASK)
    }
}

fn add(request: &mut Request, header: &'static str, value: &str) {
    // Visible ASCII is always a valid value.
    if let Ok(mut value) = HeaderValue::from_str(value) {
        value.set_sensitive(true);
        request.headers_mut().insert(header, value);
    }
}
