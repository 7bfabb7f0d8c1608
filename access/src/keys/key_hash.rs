//! [`KeyHash`]: what is stored of a key.

use std::{fmt, hint::black_box};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use sha2::{Digest as _, Sha256};
use toolwright_base::Hexadecimal;

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
