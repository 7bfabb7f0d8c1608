//! [`KeyText`]: the text of an API key.

use std::{fmt, str::FromStr};

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use toolwright_base::{Redactor, token};

use super::key_hash::KeyHash;

const PREFIX: &str = "tw_";
/// The length of an id in characters: 48 bits in hexadecimal.
const ID_LENGTH: usize = 12;
const SECRET_BYTES: usize = 32;

/// The text of an API key: `tw_`, the id, `_`, and 256 random bits.
///
/// It is shown once, to the person who created the key. `Debug` does not show it, and only its hash
/// is stored.
///
/// ```
/// use toolwright::access::KeyText;
///
/// let key = KeyText::generate();
/// assert!(key.expose().starts_with(&format!("tw_{}_", key.id())));
/// assert_eq!(key.expose().parse(), Ok(key));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct KeyText {
    id: String,
    secret: [u8; SECRET_BYTES],
}

/// A text is not an API key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected an API key: `tw_`, an id, `_` and a secret")]
pub struct InvalidKeyText;

impl KeyText {
    /// Creates a new random key.
    #[must_use]
    pub fn generate() -> Self {
        let mut id = token::random();
        id.truncate(ID_LENGTH);
        Self {
            id,
            secret: token::bytes(),
        }
    }

    /// Returns the id, which is no secret.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the whole text.
    #[must_use]
    pub fn expose(&self) -> String {
        let secret = BASE64_URL_SAFE_NO_PAD.encode(self.secret);
        format!("{PREFIX}{}_{secret}", self.id)
    }

    pub(super) fn hash(&self) -> KeyHash {
        KeyHash::of(&self.secret)
    }
}

impl FromStr for KeyText {
    type Err = InvalidKeyText;

    fn from_str(text: &str) -> Result<Self, InvalidKeyText> {
        let parts = text
            .strip_prefix(PREFIX)
            .and_then(|rest| rest.split_once('_'));
        let (id, secret) = parts.ok_or(InvalidKeyText)?;
        let is_id = id.len() == ID_LENGTH
            && id
                .bytes()
                .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
        let mut bytes = [0; SECRET_BYTES];
        match BASE64_URL_SAFE_NO_PAD.decode_slice(secret, &mut bytes) {
            Ok(SECRET_BYTES) if is_id => Ok(Self {
                id: id.to_owned(),
                secret: bytes,
            }),
            _ => Err(InvalidKeyText),
        }
    }
}

impl fmt::Debug for KeyText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}_{}", self.id, Redactor::MASK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_cut_longer_or_changed_is_no_key_or_another_one() {
        let key = KeyText::generate();
        let text = key.expose();
        for end in 0..text.len() {
            assert_eq!(text[..end].parse::<KeyText>(), Err(InvalidKeyText), "{end}");
        }
        for more in ["A", " ", "\n", "="] {
            let longer = format!("{text}{more}");
            assert_eq!(longer.parse::<KeyText>(), Err(InvalidKeyText), "{more:?}");
        }
        assert_eq!(
            format!("{text}{text}").parse::<KeyText>(),
            Err(InvalidKeyText)
        );
        for at in 0..text.len() {
            let mut changed = text.clone().into_bytes();
            changed[at] = if changed[at] == b'0' { b'1' } else { b'0' };
            let changed = String::from_utf8(changed).unwrap();
            assert_ne!(changed.parse(), Ok(key.clone()), "{at}");
        }
    }

    #[test]
    fn debug_does_not_show_the_secret() {
        let key = KeyText::generate();
        assert_eq!(format!("{key:?}"), format!("tw_{}_********", key.id()));
    }
}
