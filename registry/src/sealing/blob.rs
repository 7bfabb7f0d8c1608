//! [`SealedText`]: a credential as it is stored, and the [`Place`] that it is bound to.

use std::fmt;

use aes_gcm::{
    Aes256Gcm, Key, KeyInit as _, Nonce,
    aead::{Aead as _, Payload},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use toolwright_base::{Hexadecimal, token};
use zeroize::Zeroizing;

use super::keys::{ID, KEY, SecretKey, SecretKeys};

const PREFIX: &str = "sealed:v1:";
const NONCE: usize = 12;
const TAG: usize = 16;
/// The bytes of a nonce and the data key that it encrypts.
const WRAPPED: usize = NONCE + KEY + TAG;

/// The record and the field of a sealed text. It opens nowhere else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place<'a> {
    /// The record, such as the name of a tool.
    pub(crate) record: &'a str,
    /// The field of the record.
    pub(crate) field: &'a str,
}

impl Place<'_> {
    /// Returns the bytes that encryption binds to. No two places have the same.
    fn binding(self) -> Vec<u8> {
        let mut bytes = b"toolwright sealed v1".to_vec();
        for part in [self.record, self.field] {
            bytes.extend(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
            bytes.extend(part.as_bytes());
        }
        bytes
    }
}

/// A credential as it is stored.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct SealedText(String);

impl fmt::Debug for SealedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SealedText")
    }
}

/// Why a sealed text cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unreadable {
    /// There is no such key.
    #[error("it was sealed with the key `{id}`, which `TOOLWRIGHT_SECRET_KEY` does not have")]
    Key {
        /// The id of the key.
        id: String,
    },
    /// It was changed, or belongs elsewhere.
    #[error("it was changed, or sealed for another tool or field")]
    Changed,
}

impl SealedText {
    /// Returns the text as a sealed one, if it looks like that.
    pub(crate) fn of(text: &str) -> Option<Self> {
        text.starts_with(PREFIX).then(|| Self(text.to_owned()))
    }

    /// Returns the text as it is stored.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Seals a credential. Returns `None` without a key.
    pub(crate) fn seal(keys: &SecretKeys, place: Place<'_>, plain: &str) -> Option<Self> {
        let key = keys.first()?;
        let binding = place.binding();
        let data_key: Zeroizing<[u8; KEY]> = Zeroizing::new(token::bytes());
        let mut bytes = key.id.to_vec();
        bytes.extend(encrypt(&key.cipher, &*data_key, &binding)?);
        bytes.extend(encrypt(&cipher(&data_key), plain.as_bytes(), &binding)?);
        Some(Self::encode(&bytes))
    }

    /// Opens the credential.
    ///
    /// # Errors
    /// If the key is missing, or if it was changed or moved.
    pub(crate) fn open(
        &self,
        keys: &SecretKeys,
        place: Place<'_>,
    ) -> Result<Zeroizing<String>, Unreadable> {
        let bytes = self.decode()?;
        let (_, data_key) = Self::data_key(keys, &bytes, place)?;
        let plain = decrypt(&cipher(&data_key), &bytes[ID + WRAPPED..], &place.binding());
        let plain = plain.ok_or(Unreadable::Changed)?;
        let text = std::str::from_utf8(&plain).map_err(|_| Unreadable::Changed)?;
        Ok(Zeroizing::new(text.to_owned()))
    }

    /// Returns the same credential with its data key sealed by the first key, or `None` if it is.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub(crate) fn rewrap(
        &self,
        keys: &SecretKeys,
        place: Place<'_>,
    ) -> Result<Option<Self>, Unreadable> {
        let bytes = self.decode()?;
        let (old, data_key) = Self::data_key(keys, &bytes, place)?;
        let first = keys.first().filter(|first| first.id != old.id);
        let Some(first) = first else {
            return Ok(None);
        };
        let mut next = first.id.to_vec();
        let wrapped = encrypt(&first.cipher, &*data_key, &place.binding());
        next.extend(wrapped.ok_or(Unreadable::Changed)?);
        next.extend(&bytes[ID + WRAPPED..]);
        Ok(Some(Self::encode(&next)))
    }

    fn data_key(
        keys: &SecretKeys,
        bytes: &[u8],
        place: Place<'_>,
    ) -> Result<(SecretKey, Zeroizing<[u8; KEY]>), Unreadable> {
        let (id, wrapped) = (&bytes[..ID], &bytes[ID..ID + WRAPPED]);
        let key = keys.find(id).ok_or_else(|| Unreadable::Key {
            id: Hexadecimal(id).to_string(),
        })?;
        let plain = decrypt(&key.cipher, wrapped, &place.binding()).ok_or(Unreadable::Changed)?;
        let data_key = plain
            .as_slice()
            .try_into()
            .map_err(|_| Unreadable::Changed)?;
        Ok((key, Zeroizing::new(data_key)))
    }

    fn encode(bytes: &[u8]) -> Self {
        Self(format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(bytes)))
    }

    fn decode(&self) -> Result<Vec<u8>, Unreadable> {
        let text = self.0.strip_prefix(PREFIX).unwrap_or_default();
        let bytes = URL_SAFE_NO_PAD
            .decode(text)
            .map_err(|_| Unreadable::Changed)?;
        if bytes.len() < ID + WRAPPED + NONCE + TAG {
            return Err(Unreadable::Changed);
        }
        Ok(bytes)
    }
}

fn cipher(key: &[u8; KEY]) -> Aes256Gcm {
    Aes256Gcm::new(&Key::<Aes256Gcm>::from(*key))
}

/// Returns a new nonce and what it encrypts.
fn encrypt(cipher: &Aes256Gcm, plain: &[u8], binding: &[u8]) -> Option<Vec<u8>> {
    let nonce: [u8; NONCE] = token::bytes();
    let payload = Payload {
        msg: plain,
        aad: binding,
    };
    let sealed = cipher.encrypt(&Nonce::from(nonce), payload).ok()?;
    Some([&nonce[..], &sealed].concat())
}

fn decrypt(cipher: &Aes256Gcm, sealed: &[u8], binding: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
    let (nonce, sealed) = sealed.split_at_checked(NONCE)?;
    let nonce: [u8; NONCE] = nonce.try_into().ok()?;
    let payload = Payload {
        msg: sealed,
        aad: binding,
    };
    let plain = cipher.decrypt(&Nonce::from(nonce), payload).ok()?;
    Some(Zeroizing::new(plain))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sealing::generate;

    const PLACE: Place<'static> = Place {
        record: "weather",
        field: "token",
    };

    fn keys(count: usize) -> (SecretKeys, Vec<String>) {
        let texts: Vec<String> = (0..count).map(|_| generate().to_string()).collect();
        (SecretKeys::parse(&texts.join(",")).unwrap(), texts)
    }

    #[test]
    fn a_credential_opens_with_its_key_in_its_place_only() {
        let (keys, _) = keys(1);
        let sealed = SealedText::seal(&keys, PLACE, "s3cr3t 한글").unwrap();
        assert!(!sealed.as_str().contains("s3cr3t"));
        assert_eq!(sealed.open(&keys, PLACE).unwrap().as_str(), "s3cr3t 한글");
        for place in [
            Place {
                record: "other",
                ..PLACE
            },
            Place {
                field: "password",
                ..PLACE
            },
            Place {
                record: "weathert",
                field: "oken",
            },
        ] {
            assert_eq!(sealed.open(&keys, place).unwrap_err(), Unreadable::Changed);
        }
        let (others, _) = self::keys(1);
        let missing = sealed.open(&others, PLACE).unwrap_err();
        assert!(matches!(missing, Unreadable::Key { .. }), "{missing}");
        assert_ne!(
            SealedText::seal(&keys, PLACE, "x"),
            SealedText::seal(&keys, PLACE, "x")
        );
    }

    #[test]
    fn every_byte_that_is_changed_is_noticed() {
        let (keys, _) = keys(1);
        let sealed = SealedText::seal(&keys, PLACE, "secret").unwrap();
        let bytes = sealed.decode().unwrap();
        for place in 0..bytes.len() {
            for bit in [1, 0x80] {
                let mut changed = bytes.clone();
                changed[place] ^= bit;
                assert!(
                    SealedText::encode(&changed).open(&keys, PLACE).is_err(),
                    "{place}"
                );
            }
        }
        for length in 0..bytes.len() {
            assert!(
                SealedText::encode(&bytes[..length])
                    .open(&keys, PLACE)
                    .is_err(),
                "{length}"
            );
        }
    }

    #[test]
    fn a_new_key_opens_old_credentials_and_takes_them_over() {
        let (old, texts) = keys(1);
        let sealed = SealedText::seal(&old, PLACE, "secret").unwrap();
        let both = SecretKeys::parse(&format!("{}, {}", *generate(), texts[0])).unwrap();
        assert_eq!(sealed.open(&both, PLACE).unwrap().as_str(), "secret");
        let rewrapped = sealed.rewrap(&both, PLACE).unwrap().unwrap();
        assert_eq!(rewrapped.open(&both, PLACE).unwrap().as_str(), "secret");
        assert!(rewrapped.open(&old, PLACE).is_err());
        assert_eq!(rewrapped.rewrap(&both, PLACE), Ok(None));
    }

    #[test]
    fn what_is_not_a_key_is_refused_without_being_shown() {
        let error = SecretKeys::parse(&format!("{},hunter2", *generate())).unwrap_err();
        let message = "key 2 is not 32 bytes in Base64: `toolwright secrets generate` prints one";
        assert_eq!(error.to_string(), message);
    }
}
