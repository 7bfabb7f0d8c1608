//! [`PublicKey`]: a key of an issuer, from its JSON (RFC 7517) to the check of a signature.

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use graviola::{
    hashing::{Sha256, Sha384},
    signing::{
        ecdsa::{self, P256, P384},
        eddsa::Ed25519VerifyingKey,
        rsa,
    },
};
use serde::Deserialize;

/// A public key of the issuer. The keys are boxed: each holds kilobytes of precomputed tables.
pub(super) enum PublicKey {
    Rsa(Box<rsa::VerifyingKey>),
    P256(Box<ecdsa::VerifyingKey<P256>>),
    P384(Box<ecdsa::VerifyingKey<P384>>),
    Ed25519(Box<Ed25519VerifyingKey>),
}

impl PublicKey {
    /// Returns `true` if signatures of this algorithm are made with keys of this type.
    pub(super) const fn fits(&self, algorithm: SignatureAlgorithm) -> bool {
        use SignatureAlgorithm as A;
        matches!(
            (self, algorithm),
            (Self::Rsa(_), A::Rs256 | A::Ps256)
                | (Self::P256(_), A::Es256)
                | (Self::P384(_), A::Es384)
                | (Self::Ed25519(_), A::EdDsa)
        )
    }

    /// Returns `true` if `signature` is one of `message` with this key and this algorithm.
    pub(super) fn verifies(
        &self,
        algorithm: SignatureAlgorithm,
        message: &[u8],
        signature: &[u8],
    ) -> bool {
        use SignatureAlgorithm as A;
        let checked = match (self, algorithm) {
            (Self::Rsa(key), A::Rs256) => key.verify_pkcs1_sha256(signature, message),
            (Self::Rsa(key), A::Ps256) => key.verify_pss_sha256(signature, message),
            (Self::P256(key), A::Es256) => key.verify::<Sha256>(&[message], signature),
            (Self::P384(key), A::Es384) => key.verify::<Sha384>(&[message], signature),
            (Self::Ed25519(key), A::EdDsa) => key.verify(signature, message),
            _ => return false,
        };
        checked.is_ok()
    }
}

/// An algorithm that tokens may be signed with.
///
/// All of them have a private and a public key. Algorithms with a shared secret (`HS256`) and
/// `none` do not exist here, so no token can ask for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SignatureAlgorithm {
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    Rs256,
    /// RSASSA-PSS with SHA-256.
    Ps256,
    /// ECDSA on P-256 with SHA-256.
    Es256,
    /// ECDSA on P-384 with SHA-384.
    Es384,
    /// EdDSA on Curve25519.
    EdDsa,
}

impl SignatureAlgorithm {
    /// All algorithms, which are accepted unless fewer are chosen.
    pub const ALL: [Self; 5] = [
        Self::Rs256,
        Self::Ps256,
        Self::Es256,
        Self::Es384,
        Self::EdDsa,
    ];

    /// Returns the algorithm with this name in the header of a token.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        match name {
            "RS256" => Some(Self::Rs256),
            "PS256" => Some(Self::Ps256),
            "ES256" => Some(Self::Es256),
            "ES384" => Some(Self::Es384),
            // The second is its name since RFC 9864.
            "EdDSA" | "Ed25519" => Some(Self::EdDsa),
            _ => None,
        }
    }
}

/// A key as issuers publish it. Fields that only private keys have are not read.
#[derive(Deserialize)]
pub(super) struct JsonWebKey {
    #[serde(rename = "kty")]
    key_type: String,
    #[serde(rename = "kid")]
    pub(super) id: Option<String>,
    #[serde(rename = "use")]
    purpose: Option<String>,
    #[serde(rename = "alg")]
    algorithm: Option<String>,
    #[serde(rename = "crv")]
    curve: Option<String>,
    n: Option<String>,
    e: Option<String>,
    x: Option<String>,
    y: Option<String>,
}

impl JsonWebKey {
    /// Returns `true` if the key is meant for signatures of one of the known algorithms.
    pub(super) fn is_for_signatures(&self) -> bool {
        let purpose = self.purpose.as_deref();
        purpose.is_none_or(|purpose| purpose == "sig")
            && (self.algorithm.is_none() || self.algorithm().is_some())
    }

    /// Returns the only algorithm that the key may be used with, if it names one.
    pub(super) fn algorithm(&self) -> Option<SignatureAlgorithm> {
        SignatureAlgorithm::of_name(self.algorithm.as_deref()?)
    }

    /// Returns the key, or `None` if it is of another type or malformed.
    pub(super) fn public_key(&self) -> Option<PublicKey> {
        match (self.key_type.as_str(), self.curve.as_deref()) {
            ("RSA", _) => {
                let der = encode(&bytes(&self.n)?, &bytes(&self.e)?)?;
                let key = rsa::VerifyingKey::from_pkcs1_der(&der).ok()?;
                Some(PublicKey::Rsa(Box::new(key)))
            }
            ("EC", Some("P-256")) => {
                let key = ecdsa::VerifyingKey::from_x962_uncompressed(&self.point()?).ok()?;
                Some(PublicKey::P256(Box::new(key)))
            }
            ("EC", Some("P-384")) => {
                let key = ecdsa::VerifyingKey::from_x962_uncompressed(&self.point()?).ok()?;
                Some(PublicKey::P384(Box::new(key)))
            }
            ("OKP", Some("Ed25519")) => {
                let key = Ed25519VerifyingKey::from_bytes(&bytes(&self.x)?).ok()?;
                Some(PublicKey::Ed25519(Box::new(key)))
            }
            _ => None,
        }
    }

    /// Returns the point of an elliptic curve in the uncompressed form of X9.62.
    fn point(&self) -> Option<Vec<u8>> {
        Some([vec![4], bytes(&self.x)?, bytes(&self.y)?].concat())
    }
}

fn bytes(text: &Option<String>) -> Option<Vec<u8>> {
    BASE64_URL_SAFE_NO_PAD.decode(text.as_deref()?).ok()
}

const SEQUENCE: u8 = 0x30;
const INTEGER: u8 = 0x02;
/// The largest modulus that the cryptography knows: 8192 bits.
const MAX_BYTES: usize = 1024;

/// Encodes a public key as `RSAPublicKey` of PKCS#1. Returns `None` if a number is too large.
pub(super) fn encode(modulus: &[u8], exponent: &[u8]) -> Option<Vec<u8>> {
    let numbers = [integer(modulus)?, integer(exponent)?].concat();
    Some(element(SEQUENCE, &numbers))
}

fn integer(bytes: &[u8]) -> Option<Vec<u8>> {
    let start = bytes.iter().position(|byte| *byte != 0)?;
    let digits = &bytes[start..];
    if digits.len() > MAX_BYTES {
        return None;
    }
    // A number whose first bit is set would be negative.
    let sign = if digits[0] >= 0x80 { &[0][..] } else { &[] };
    Some(element(INTEGER, &[sign, digits].concat()))
}

fn element(tag: u8, content: &[u8]) -> Vec<u8> {
    let [.., high, low] = content.len().to_be_bytes();
    let head = match content.len() {
        0..0x80 => vec![tag, low],
        0x80..0x100 => vec![tag, 0x81, low],
        _ => vec![tag, 0x82, high, low],
    };
    [&head, content].concat()
}

#[cfg(test)]
mod tests {
    use graviola::signing::rsa::{KeySize, SigningKey};

    use super::*;

    #[test]
    fn names_of_other_algorithms_are_unknown() {
        assert_eq!(
            SignatureAlgorithm::of_name("RS256"),
            Some(SignatureAlgorithm::Rs256)
        );
        for name in [
            "none", "None", "", "HS256", "RS1", "RS512", "rs256", "ES256K",
        ] {
            assert_eq!(SignatureAlgorithm::of_name(name), None, "{name}");
        }
    }

    #[test]
    fn small_numbers_have_one_byte_of_length() {
        let expected = [0x30, 8, 2, 2, 0, 0x80, 2, 2, 1, 1];
        assert_eq!(encode(&[0, 0x80], &[1, 1]), Some(expected.to_vec()));
        assert_eq!(encode(&[], &[1]), None);
        assert_eq!(encode(&[1; MAX_BYTES + 1], &[1]), None);
    }

    #[test]
    fn a_key_of_the_cryptography_is_encoded_as_it_does_itself() {
        let key = SigningKey::generate(KeySize::Rsa2048).unwrap().public_key();
        let mut buffer = [0; 512];
        let expected = key.to_pkcs1_der(&mut buffer).unwrap();
        // Sequence 4, integer 4, sign 1; the modulus; integer 2; the exponent.
        let encoded = encode(&expected[9..265], &expected[267..]).unwrap();
        assert_eq!(encoded, expected);
    }
}
