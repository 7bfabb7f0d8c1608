//! Encodes RSA public keys in DER, the form that the cryptography reads. Key sets have the two
//! numbers alone.

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
