//! [`KeyText`]: the key that a caller sends, and [`KeyHash`], which is all that is stored of it.

use std::{fmt, hint::black_box, str::FromStr};

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use sha2::{Digest as _, Sha256};
use toolwright_base::{Hexadecimal, Redactor, token};

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
/// use toolwright_access::KeyText;
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

const ALGORITHM: &str = "sha256:";

/// The SHA-256 of the secret of a key, or of another random token.
///
/// A secret has 256 random bits, so it cannot be found by trying, and a slow hash for passwords
/// would only make calls slow.
#[derive(Clone, Copy)]
pub struct KeyHash([u8; 32]);

impl KeyHash {
    /// Hashes a secret.
    pub fn of(secret: &[u8]) -> Self {
        Self(Sha256::digest(secret).into())
    }

    /// Compares two hashes in a time that does not depend on where they differ.
    pub fn matches(&self, other: &Self) -> bool {
        let pairs = self.0.iter().zip(&other.0);
        // The optimiser must not see that the result is known after the first difference.
        pairs.fold(0, |all, (one, two)| black_box(all | (one ^ two))) == 0
    }
}

impl PartialEq for KeyHash {
    fn eq(&self, other: &Self) -> bool {
        self.matches(other)
    }
}

impl fmt::Display for KeyHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ALGORITHM)?;
        Hexadecimal(&self.0).fmt(f)
    }
}

impl fmt::Debug for KeyHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyHash")
    }
}

impl Serialize for KeyHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for KeyHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        parse(&text).ok_or_else(|| D::Error::custom("expected `sha256:` and 64 hexadecimal digits"))
    }
}

fn parse(text: &str) -> Option<KeyHash> {
    let digits = text.strip_prefix(ALGORITHM)?.as_bytes();
    let mut bytes = [0; 32];
    if digits.len() != 2 * bytes.len() {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        let (high, low) = (digit(pair[0])?, digit(pair[1])?);
        *byte = high << 4 | low;
    }
    Some(KeyHash(bytes))
}

fn digit(byte: u8) -> Option<u8> {
    let value = char::from(byte).to_digit(16)?;
    u8::try_from(value).ok()
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

    #[test]
    fn a_hash_is_read_as_it_is_written() {
        let hash = KeyHash::of(b"secret");
        let json = serde_json::to_string(&hash).unwrap();
        let read: KeyHash = serde_json::from_str(&json).unwrap();
        assert!(read.matches(&hash));
        assert!(!read.matches(&KeyHash::of(b"Secret")));
        assert_eq!(format!("{hash:?}"), "KeyHash");
    }

    #[test]
    fn other_texts_are_no_hashes() {
        let hash = KeyHash::of(b"secret").to_string();
        for text in [
            "",
            "sha256:",
            &hash[1..],
            &hash[..70],
            &format!("{hash}0"),
            &hash.replace('a', "g"),
        ] {
            let json = serde_json::to_string(text).unwrap();
            let read = serde_json::from_str::<KeyHash>(&json);
            assert_eq!(
                read.unwrap_err().to_string(),
                "expected `sha256:` and 64 hexadecimal digits",
                "{text}"
            );
        }
    }
}
