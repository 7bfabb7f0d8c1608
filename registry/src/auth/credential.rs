//! [`Credential`]: the secret part of an `auth`.

use std::fmt;

use toolwright::ToolError;
use toolwright_base::Redactor;
use zeroize::Zeroizing;

use crate::sealing::{Place, SealedText, SecretKeys};

/// The secret part of an `auth`, sealed or as an author wrote it.
#[derive(Clone)]
pub struct Credential {
    field: &'static str,
    text: Zeroizing<String>,
}

impl fmt::Debug for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Redactor::MASK)
    }
}

impl Credential {
    /// Creates the credential in this field.
    pub(super) fn new(field: &'static str, text: &str) -> Self {
        Self {
            field,
            text: Zeroizing::new(text.to_owned()),
        }
    }

    /// Returns the credential of a tool. It is overwritten in memory when it is dropped.
    ///
    /// # Errors
    /// If it was sealed with another key, or for another tool.
    pub fn open(&self, tool: &str, keys: &SecretKeys) -> Result<Zeroizing<String>, ToolError> {
        let Some(sealed) = SealedText::of(&self.text) else {
            return Ok(self.text.clone());
        };
        let place = Place {
            record: tool,
            field: self.field,
        };
        sealed.open(keys, place).map_err(|error| {
            let field = self.field;
            ToolError::failed(format!(
                "the credential `{field}` of `{tool}` cannot be read: {error}"
            ))
        })
    }
}
