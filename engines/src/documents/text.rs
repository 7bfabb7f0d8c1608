//! Text of any encoding. Plain text and Markdown are only decoded.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8};
use regex_lite::Regex;

use super::{document::ParsedDocument, selection::ParseJob};

pub(super) fn parse_text(bytes: &[u8], job: &ParseJob) -> ParsedDocument {
    ParsedDocument {
        text: decode(bytes, job.content_type.as_deref()).into_owned(),
        ..ParsedDocument::default()
    }
}

/// The first bytes of a page, in which its encoding may be declared.
const BEGINNING: usize = 1024;

/// Returns `bytes` as text, with `\n` as line ends. What cannot be decoded becomes U+FFFD.
///
/// The encoding is the first of these: the byte order mark, the `charset` of `content_type`, UTF-8
/// if the bytes are valid, the `charset` of an HTML page, a guess.
pub(super) fn decode<'b>(bytes: &'b [u8], content_type: Option<&str>) -> Cow<'b, str> {
    let encoding = match Encoding::for_bom(bytes) {
        Some((encoding, _)) => encoding,
        None => content_type
            .and_then(declared)
            .or_else(|| std::str::from_utf8(bytes).is_ok().then_some(UTF_8))
            .or_else(|| declared_in_page(bytes))
            .unwrap_or_else(|| guess(bytes)),
    };
    let (text, _, _) = encoding.decode(bytes);
    if memchr::memchr(b'\r', text.as_bytes()).is_none() {
        return text;
    }
    text.replace("\r\n", "\n").replace('\r', "\n").into()
}

/// Returns the encoding that follows `charset=`, if it is known.
fn declared(text: &str) -> Option<&'static Encoding> {
    let pattern = Regex::new(r#"(?i)charset\s*=\s*["']?([\w:.-]+)"#).ok()?;
    let found = pattern.captures(text)?;
    Encoding::for_label(found[1].as_bytes())
}

fn declared_in_page(bytes: &[u8]) -> Option<&'static Encoding> {
    let beginning = &bytes[..bytes.len().min(BEGINNING)];
    let is_page = beginning
        .windows(5)
        .any(|five| five.eq_ignore_ascii_case(b"<meta"));
    if !is_page {
        return None;
    }
    declared(&String::from_utf8_lossy(beginning))
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Allow)
}

#[cfg(test)]
mod tests {
    use encoding_rs::{EUC_KR, SHIFT_JIS};

    use super::*;

    const TEXT: &str = "대한민국의 수도는 서울입니다. 한글 문서를 읽습니다.\n";

    #[test]
    fn text_is_read_in_its_own_encoding() {
        let (korean, _, _) = EUC_KR.encode(TEXT);
        assert_eq!(decode(&korean, None), TEXT);
        assert_eq!(
            decode(&korean, Some("text/plain; charset=\"EUC-KR\"")),
            TEXT
        );
        assert_eq!(decode(TEXT.as_bytes(), None), TEXT);
        let marked = ["\u{feff}", TEXT].concat();
        assert_eq!(
            decode(marked.as_bytes(), Some("text/plain; charset=euc-kr")),
            TEXT
        );
        let wide: Vec<u8> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decode(&wide, None), TEXT);
        let (japanese, _, _) = SHIFT_JIS.encode("<meta charset=shift_jis>日本語");
        assert_eq!(decode(&japanese, None), "<meta charset=shift_jis>日本語");
    }

    #[test]
    fn line_ends_are_unified_and_invalid_bytes_replaced() {
        assert_eq!(decode(b"a\r\nb\rc\n", None), "a\nb\nc\n");
        let broken = decode(b"a\xffb", Some("text/plain; charset=utf-8"));
        assert_eq!(broken, "a\u{fffd}b");
        assert_eq!(decode(b"", None), "");
    }
}
