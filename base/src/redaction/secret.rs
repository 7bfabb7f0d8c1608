//! [`Secret`]: a text that is not shown by `Debug`.

use std::fmt;

use super::redactor::Redactor;

/// A text that is not shown by `Debug`, and so not by messages and logs.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps a secret text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Returns the text.
    pub fn expose(&self) -> &str {
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
    fn debug_does_not_show_the_text() {
        let secret = Secret::new("hunter2");
        assert_eq!(format!("{secret:?}"), "********");
        assert_eq!(secret.expose(), "hunter2");
    }
}
