//! Ranges: `[1,10)`, `(,"2024-01-01 00:00:00"]`, `empty`; and multiranges: ranges in braces.

use std::borrow::Cow;

use super::{
    JsonForm,
    cursor::{Cursor, Quoting},
};

pub(super) fn write(text: &str, bound: &JsonForm, out: &mut Vec<u8>) -> Option<()> {
    let mut cursor = Cursor::new(text);
    write_one(&mut cursor, bound, out)?;
    cursor.is_at_end().then_some(())
}

/// Writes a multirange.
pub(super) fn write_many(text: &str, bound: &JsonForm, out: &mut Vec<u8>) -> Option<()> {
    let mut cursor = Cursor::new(text);
    if !cursor.eat(b'{') {
        return None;
    }
    out.push(b'[');
    while !cursor.eat(b'}') {
        write_one(&mut cursor, bound, out)?;
        if cursor.eat(b',') {
            out.push(b',');
        }
    }
    out.push(b']');
    cursor.is_at_end().then_some(())
}

fn write_one(cursor: &mut Cursor<'_>, bound: &JsonForm, out: &mut Vec<u8>) -> Option<()> {
    let is_lower_inclusive = match cursor.step()? {
        b'[' => true,
        b'(' => false,
        b'e' => {
            let is_empty = b"mpty".iter().all(|letter| cursor.eat(*letter));
            out.extend_from_slice(br#"{"empty":true}"#);
            return is_empty.then_some(());
        }
        _ => return None,
    };
    out.extend_from_slice(br#"{"lower":"#);
    write_bound(cursor, bound, out)?;
    if !cursor.eat(b',') {
        return None;
    }
    out.extend_from_slice(br#","upper":"#);
    write_bound(cursor, bound, out)?;
    let is_upper_inclusive = match cursor.step()? {
        b']' => true,
        b')' => false,
        _ => return None,
    };
    let inclusive = format!(
        r#","lower_inclusive":{is_lower_inclusive},"upper_inclusive":{is_upper_inclusive}}}"#
    );
    out.extend_from_slice(inclusive.as_bytes());
    Some(())
}

/// Writes a bound, or `null` if it is missing.
fn write_bound(cursor: &mut Cursor<'_>, bound: &JsonForm, out: &mut Vec<u8>) -> Option<()> {
    let text = match cursor.peek()? {
        b',' | b']' | b')' => None,
        b'"' => Some(cursor.quoted(Quoting::Doubled)?),
        _ => {
            let text = cursor.bare(|byte| matches!(byte, b',' | b']' | b')'))?;
            Some(Cow::Borrowed(text))
        }
    };
    match text {
        Some(text) => bound.write(&text, out),
        None => out.extend_from_slice(b"null"),
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{JsonForm, to_json};

    #[test]
    fn ranges_become_objects() {
        let range = JsonForm::Range(Arc::new(JsonForm::Integer));
        let one = r#"{"lower":1,"upper":10,"lower_inclusive":true,"upper_inclusive":false}"#;
        let open = r#"{"lower":null,"upper":5,"lower_inclusive":false,"upper_inclusive":true}"#;
        assert_eq!(to_json(&range, "[1,10)"), one);
        assert_eq!(to_json(&range, "(,5]"), open);
        assert_eq!(to_json(&range, "empty"), r#"{"empty":true}"#);
        let many = JsonForm::Multirange(Arc::new(JsonForm::Integer));
        assert_eq!(to_json(&many, "{[1,10),(,5]}"), format!("[{one},{open}]"));
        assert_eq!(to_json(&many, "{}"), "[]");
        let times = JsonForm::Range(Arc::new(JsonForm::Timestamp));
        assert_eq!(
            to_json(&times, r#"["2024-01-02 03:04:05",)"#),
            r#"{"lower":"2024-01-02T03:04:05","upper":null,"lower_inclusive":true,"upper_inclusive":false}"#
        );
    }

    #[test]
    fn malformed_ranges_become_strings() {
        let range = JsonForm::Range(Arc::new(JsonForm::Integer));
        let many = JsonForm::Multirange(Arc::new(JsonForm::Integer));
        for text in [
            "", "[", "[1", "[1,", "[1,2", "[1,2)x", "empt", "{[1,2)", "{[1,2)}x", "{",
        ] {
            let expected = serde_json::to_string(text).unwrap();
            assert_eq!(to_json(&range, text), expected, "{text}");
            assert_eq!(to_json(&many, text), expected, "{text}");
        }
    }
}
