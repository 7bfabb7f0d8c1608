//! [`Content`]: the content of a document, as bytes or in Base64.

use base64::{
    Engine as _, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};

use super::error::DocumentError;

/// Base64 with or without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The end of the head of a `data:` URL, after which its Base64 begins.
const MARK: &str = ";base64,";

/// The content of a document.
#[derive(Debug, Clone)]
pub(super) enum Content {
    Bytes(Vec<u8>),
    /// Base64 with or without line breaks, of both alphabets, or a `data:` URL.
    Base64(String),
}

impl Content {
    /// Returns the number of bytes, those of Base64 before it is decoded.
    pub(super) const fn len(&self) -> usize {
        match self {
            Self::Bytes(bytes) => bytes.len(),
            Self::Base64(text) => text.len(),
        }
    }

    /// Returns the bytes of the document.
    ///
    /// # Errors
    /// If Base64 cannot be decoded.
    pub(super) fn decode(self) -> Result<Vec<u8>, DocumentError> {
        match self {
            Self::Bytes(bytes) => Ok(bytes),
            Self::Base64(text) => decode(text),
        }
    }
}

fn decode(mut text: String) -> Result<Vec<u8>, DocumentError> {
    if text.starts_with("data:")
        && let Some(at) = text.find(MARK)
    {
        text.drain(..at + MARK.len());
    }
    // Most texts have neither line breaks nor the other alphabet.
    if let Ok(bytes) = BASE64.decode(&text) {
        return Ok(bytes);
    }
    BASE64
        .decode(normalized(text))
        .map_err(|error| DocumentError::NotBase64(error.to_string()))
}

/// Returns Base64 without line breaks, in the standard alphabet.
fn normalized(text: String) -> Vec<u8> {
    let mut text = text.into_bytes();
    text.retain_mut(|byte| {
        match *byte {
            b'-' => *byte = b'+',
            b'_' => *byte = b'/',
            _ => {}
        }
        !byte.is_ascii_whitespace()
    });
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_decoded_in_every_common_form() {
        for text in [
            "aGk/Pw==",
            "aGk/Pw",
            "aGk_Pw",
            "aG\nk/\r\n Pw==",
            "data:text/plain;base64,aGk/Pw==",
        ] {
            let decoded = Content::Base64(text.into()).decode();
            assert_eq!(decoded.unwrap(), b"hi??", "{text}");
        }
        let refused = Content::Base64("a*b".into()).decode();
        let message = refused.unwrap_err().to_string();
        assert!(message.starts_with("`base64` is not Base64: "), "{message}");
    }
}
