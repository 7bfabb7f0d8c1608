//! Arrays: `{1,NULL,"a b"}`, nested for more dimensions, with their bounds before them if those are not usual.

use super::{
    Shape,
    cursor::{Cursor, Quoting},
    scalar,
};

/// PostgreSQL's own limit of dimensions.
const MOST_DIMENSIONS: usize = 6;

pub(super) fn write(text: &str, element: &Shape, delimiter: u8, out: &mut Vec<u8>) -> Option<()> {
    let text = match text.starts_with('[') {
        true => text.split_once('=')?.1,
        false => text,
    };
    let mut array = Array {
        cursor: Cursor::new(text),
        element,
        delimiter,
    };
    array.write(MOST_DIMENSIONS, out)?;
    array.cursor.is_at_end().then_some(())
}

struct Array<'a> {
    cursor: Cursor<'a>,
    element: &'a Shape,
    delimiter: u8,
}

impl Array<'_> {
    fn write(&mut self, dimensions: usize, out: &mut Vec<u8>) -> Option<()> {
        let inner = dimensions.checked_sub(1)?;
        if !self.cursor.eat(b'{') {
            return None;
        }
        out.push(b'[');
        if self.cursor.eat(b'}') {
            out.push(b']');
            return Some(());
        }
        loop {
            match self.cursor.peek()? {
                b'{' => self.write(inner, out)?,
                _ => self.write_element(out)?,
            }
            match self.cursor.step()? {
                b'}' => break,
                mark if mark == self.delimiter => out.push(b','),
                _ => return None,
            }
        }
        out.push(b']');
        Some(())
    }

    fn write_element(&mut self, out: &mut Vec<u8>) -> Option<()> {
        if self.cursor.peek()? == b'"' {
            let text = self.cursor.quoted(Quoting::Escaped)?;
            self.element.write(&text, out);
            return Some(());
        }
        let delimiter = self.delimiter;
        match self.cursor.bare(|byte| byte == delimiter || byte == b'}')? {
            "NULL" => out.extend_from_slice(b"null"),
            text => self.element.write(text, out),
        }
        Some(())
    }
}

/// `int2vector` and `oidvector`: numbers with spaces between them.
pub(super) fn write_vector(text: &str, out: &mut Vec<u8>) -> Option<()> {
    out.push(b'[');
    for (at, number) in text.split_ascii_whitespace().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        scalar::integer(number, out)?;
    }
    out.push(b']');
    Some(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{Shape, written};

    fn array(element: Shape) -> Shape {
        Shape::Array {
            element: Arc::new(element),
            delimiter: b',',
        }
    }

    #[test]
    fn arrays_are_nested_and_their_elements_have_their_types() {
        for (text, expected) in [
            ("{}", "[]"),
            ("{1,NULL,3}", "[1,null,3]"),
            ("{{1,2},{3,4}}", "[[1,2],[3,4]]"),
            ("[0:2]={7,8,9}", "[7,8,9]"),
            ("[1:1][-2:-1]={{1,2}}", "[[1,2]]"),
        ] {
            assert_eq!(written(&array(Shape::Integer), text), expected, "{text}");
        }
        for (text, expected) in [
            (
                r#"{a,"b c","NULL",NULL,""}"#,
                r#"["a","b c","NULL",null,""]"#,
            ),
            (r#"{"q\"x","b\\s","{},"}"#, r#"["q\"x","b\\s","{},"]"#),
            ("{가,나}", r#"["가","나"]"#),
        ] {
            assert_eq!(written(&array(Shape::Text), text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_array_is_a_text() {
        for text in [
            "",
            "{",
            "{1",
            "{1,",
            "{1}x",
            "[0:1]",
            "{\"a",
            "{{1}",
            "{{{{{{{1}}}}}}}",
        ] {
            let expected = serde_json::to_string(text).unwrap();
            assert_eq!(written(&array(Shape::Integer), text), expected, "{text}");
        }
    }

    #[test]
    fn an_array_has_the_delimiter_of_its_element() {
        let boxes = Shape::Array {
            element: Arc::new(Shape::Text),
            delimiter: b';',
        };
        assert_eq!(
            written(&boxes, "{(1,1),(0,0);(2,2),(1,1)}"),
            r#"["(1,1),(0,0)","(2,2),(1,1)"]"#
        );
    }
}
