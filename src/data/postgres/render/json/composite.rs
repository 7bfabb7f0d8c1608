//! Composites: `(1,"a b",)`, of which the last one is a null.

use std::borrow::Cow;

use super::{
    Shape,
    cursor::{Cursor, Quoting},
    write_text,
};

/// A composite whose attributes are known. There must be as many in the text as in the type.
pub(super) fn write(text: &str, attributes: &[(Box<str>, Shape)], out: &mut Vec<u8>) -> Option<()> {
    let mut fields = Fields::begin(text)?;
    out.push(b'{');
    for (at, (key, shape)) in attributes.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        out.extend_from_slice(key.as_bytes());
        match fields.next()? {
            Some(text) => shape.write(&text, out),
            None => out.extend_from_slice(b"null"),
        }
    }
    out.push(b'}');
    fields.is_over(attributes.len()).then_some(())
}

/// A composite of which nobody says what is in it. The keys are those that `row_to_json` gives.
pub(super) fn write_record(text: &str, out: &mut Vec<u8>) -> Option<()> {
    let mut fields = Fields::begin(text)?;
    out.push(b'{');
    for at in 1.. {
        if at > 1 {
            out.push(b',');
        }
        out.extend_from_slice(format!("\"f{at}\":").as_bytes());
        match fields.next()? {
            Some(text) => write_text(&text, out),
            None => out.extend_from_slice(b"null"),
        }
        if fields.is_over(at) {
            break;
        }
    }
    out.push(b'}');
    Some(())
}

/// The fields of a composite's text.
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

    /// The next field, which may be a null, and the mark after it.
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

    /// Whether nothing follows. A composite without attributes has the text of one with a single null.
    fn is_over(&mut self, count: usize) -> bool {
        let is_closed = self.is_closed || (count == 0 && self.cursor.eat(b')'));
        is_closed && self.cursor.is_at_end()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{Shape, written};

    fn pair() -> Shape {
        Shape::Composite(Arc::new([
            ("\"a\":".into(), Shape::Integer),
            ("\"b\":".into(), Shape::Text),
        ]))
    }

    #[test]
    fn composites_are_objects_with_their_attributes() {
        for (text, expected) in [
            ("(1,x)", r#"{"a":1,"b":"x"}"#),
            ("(,)", r#"{"a":null,"b":null}"#),
            (r#"(1,"x ""y"" \\ (,)")"#, r#"{"a":1,"b":"x \"y\" \\ (,)"}"#),
            (r#"(1,"")"#, r#"{"a":1,"b":""}"#),
        ] {
            assert_eq!(written(&pair(), text), expected, "{text}");
        }
        let inner = Shape::Composite(Arc::new([("\"p\":".into(), pair())]));
        assert_eq!(
            written(&inner, r#"("(1,""x y"")")"#),
            r#"{"p":{"a":1,"b":"x y"}}"#
        );
        assert_eq!(written(&Shape::Composite(Arc::new([])), "()"), "{}");
    }

    #[test]
    fn records_have_numbered_texts() {
        assert_eq!(
            written(&Shape::Record, r#"(1,,"a b")"#),
            r#"{"f1":"1","f2":null,"f3":"a b"}"#
        );
        assert_eq!(written(&Shape::Record, "()"), r#"{"f1":null}"#);
    }

    #[test]
    fn what_is_no_such_composite_is_a_text() {
        for text in ["", "(", "(1", "(1,", "(1)", "(1,2,3)", "(1,2)x", "(1,\"2)"] {
            let expected = serde_json::to_string(text).unwrap();
            assert_eq!(written(&pair(), text), expected, "{text}");
        }
    }
}
