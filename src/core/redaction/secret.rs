//! [`Secret`]: a text that no message, no log and no debug form shows.

use std::fmt;

use super::redactor::Redactor;

/// A text that no message, no log and no debug form shows.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(String);

impl Secret {
    /// Takes care of `text`.
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text, for the one who must send it.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Redactor::MASK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_debug_form_does_not_show_it() {
        let secret = Secret::new("hunter2");
        assert_eq!(format!("{secret:?}"), "********");
        assert_eq!(secret.expose(), "hunter2");
    }
}
