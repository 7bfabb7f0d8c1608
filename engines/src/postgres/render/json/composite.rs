//! Composites: `(1,"a b",)`, whose last attribute is null.

use std::borrow::Cow;

use super::{
    JsonForm,
    cursor::{Cursor, Quoting},
    write_string,
};

/// Writes a composite whose attributes are known. The text must have as many fields as the type.
pub(super) fn write(
    text: &str,
    attributes: &[(Box<str>, JsonForm)],
    out: &mut Vec<u8>,
) -> Option<()> {
    let mut fields = Fields::begin(text)?;
    out.push(b'{');
    for (at, (key, form)) in attributes.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        out.extend_from_slice(key.as_bytes());
        match fields.next()? {
            Some(text) => form.write(&text, out),
            None => out.extend_from_slice(b"null"),
        }
    }
    out.push(b'}');
    fields.is_over(attributes.len()).then_some(())
}

/// Writes an anonymous record, with the keys that `row_to_json` would give it.
pub(super) fn write_record(text: &str, out: &mut Vec<u8>) -> Option<()> {
    let mut fields = Fields::begin(text)?;
    out.push(b'{');
    for at in 1.. {
        if at > 1 {
            out.push(b',');
        }
        out.extend_from_slice(format!("\"f{at}\":").as_bytes());
        match fields.next()? {
            Some(text) => write_string(&text, out),
            None => out.extend_from_slice(b"null"),
        }
        if fields.is_over(at) {
            break;
        }
    }
    out.push(b'}');
    Some(())
}

/// Iterates over the fields in the text of a composite.
struct Fields<'a> {
    cursor: Cursor<'a>,
    is_closed: bool,
}

impl<'a> Fields<'a> {
    fn begin(text: &'a str) -> Option<Self> {
        let mut cursor = Cursor::new(text);
        cursor.eat(b'(').then_some(Self {
            cursor,
            is_closed: false,
        })
    }

    /// Returns the next field, which may be null, and steps over the delimiter after it.
    fn next(&mut self) -> Option<Option<Cow<'a, str>>> {
        if self.is_closed {
            return None;
        }
        let field = match self.cursor.peek()? {
            b',' | b')' => None,
            b'"' => Some(self.cursor.quoted(Quoting::Doubled)?),
            _ => {
                let text = self.cursor.bare(|byte| byte == b',' || byte == b')')?;
                Some(Cow::Borrowed(text))
            }
        };
        match self.cursor.step()? {
            b',' => {}
            b')' => self.is_closed = true,
            _ => return None,
        }
        Some(field)
    }

    /// Returns whether nothing follows after `count` fields.
    ///
    /// The text `()` stands for no attributes as well as for a single null.
    fn is_over(&mut self, count: usize) -> bool {
        let is_closed = self.is_closed || (count == 0 && self.cursor.eat(b')'));
        is_closed && self.cursor.is_at_end()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{JsonForm, to_json};

    fn pair() -> JsonForm {
        JsonForm::Composite(Arc::new([
            ("\"a\":".into(), JsonForm::Integer),
            ("\"b\":".into(), JsonForm::Text),
        ]))
    }

    #[test]
    fn composites_become_objects() {
        for (text, expected) in [
            ("(1,x)", r#"{"a":1,"b":"x"}"#),
            ("(,)", r#"{"a":null,"b":null}"#),
            (r#"(1,"x ""y"" \\ (,)")"#, r#"{"a":1,"b":"x \"y\" \\ (,)"}"#),
            (r#"(1,"")"#, r#"{"a":1,"b":""}"#),
        ] {
            assert_eq!(to_json(&pair(), text), expected, "{text}");
        }
        let inner = JsonForm::Composite(Arc::new([("\"p\":".into(), pair())]));
        assert_eq!(
            to_json(&inner, r#"("(1,""x y"")")"#),
            r#"{"p":{"a":1,"b":"x y"}}"#
        );
        assert_eq!(to_json(&JsonForm::Composite(Arc::new([])), "()"), "{}");
    }

    #[test]
    fn anonymous_records_have_numbered_keys() {
        assert_eq!(
            to_json(&JsonForm::Record, r#"(1,,"a b")"#),
            r#"{"f1":"1","f2":null,"f3":"a b"}"#
        );
        assert_eq!(to_json(&JsonForm::Record, "()"), r#"{"f1":null}"#);
    }

    #[test]
    fn malformed_composites_become_strings() {
        for text in ["", "(", "(1", "(1,", "(1)", "(1,2,3)", "(1,2)x", "(1,\"2)"] {
            let expected = serde_json::to_string(text).unwrap();
            assert_eq!(to_json(&pair(), text), expected, "{text}");
        }
    }
}
