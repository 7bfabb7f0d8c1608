//! [`ApiKey`]: a secret that no message, no log and no debug form shows.

use reqwest::{
    Request,
    header::{AUTHORIZATION, HeaderValue},
};

use crate::core::{Redactor, Secret};

/// A key of a service: visible ASCII characters, so that it can be sent.
#[derive(Debug, Clone)]
pub(crate) struct ApiKey(Secret);

impl ApiKey {
    /// The key, if it can be one.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let is_visible = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        is_visible.then(|| Self(Secret::new(text)))
    }

    /// Sends the key in this header.
    pub(crate) fn add_to(&self, request: &mut Request, header: &'static str) {
        add(request, header, self.0.expose());
    }

    /// Sends the key as most services take it.
    pub(crate) fn authorize(&self, request: &mut Request) {
        add(
            request,
            AUTHORIZATION.as_str(),
            &format!("Bearer {}", self.0.expose()),
        );
    }

    /// The text without the key, should it be in there.
    pub(crate) fn hide_in(&self, text: &str) -> String {
        text.replace(self.0.expose(), Redactor::MASK)
    }
}

fn add(request: &mut Request, header: &'static str, value: &str) {
    // Whatever is visible ASCII is a value.
    if let Ok(mut value) = HeaderValue::from_str(value) {
        value.set_sensitive(true);
        request.headers_mut().insert(header, value);
    }
}
