//! Arrays: `{1,NULL,"a b"}`, nested for more dimensions, after their bounds if one does not start
//! at 1.

use super::{
    JsonForm,
    cursor::{Cursor, Quoting},
    scalar,
};

/// The limit of PostgreSQL itself.
const MAX_DIMENSIONS: usize = 6;

pub(super) fn write(
    text: &str,
    element: &JsonForm,
    delimiter: u8,
    out: &mut Vec<u8>,
) -> Option<()> {
    let text = match text.starts_with('[') {
        true => text.split_once('=')?.1,
        false => text,
    };
    let mut array = Array {
        cursor: Cursor::new(text),
        element,
        delimiter,
    };
    array.write(MAX_DIMENSIONS, out)?;
    array.cursor.is_at_end().then_some(())
}

struct Array<'a> {
    cursor: Cursor<'a>,
    element: &'a JsonForm,
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

/// Writes an `int2vector` or `oidvector`: numbers separated by spaces.
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

    use super::super::{JsonForm, to_json};

    fn array(element: JsonForm) -> JsonForm {
        JsonForm::Array {
            element: Arc::new(element),
            delimiter: b',',
        }
    }

    #[test]
    fn arrays_are_nested_and_their_elements_typed() {
        for (text, expected) in [
            ("{}", "[]"),
            ("{1,NULL,3}", "[1,null,3]"),
            ("{{1,2},{3,4}}", "[[1,2],[3,4]]"),
            ("[0:2]={7,8,9}", "[7,8,9]"),
            ("[1:1][-2:-1]={{1,2}}", "[[1,2]]"),
        ] {
            assert_eq!(to_json(&array(JsonForm::Integer), text), expected, "{text}");
        }
        for (text, expected) in [
            (
                r#"{a,"b c","NULL",NULL,""}"#,
                r#"["a","b c","NULL",null,""]"#,
            ),
            (r#"{"q\"x","b\\s","{},"}"#, r#"["q\"x","b\\s","{},"]"#),
            ("{가,나}", r#"["가","나"]"#),
        ] {
            assert_eq!(to_json(&array(JsonForm::Text), text), expected, "{text}");
        }
    }

    #[test]
    fn malformed_arrays_become_strings() {
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
            assert_eq!(to_json(&array(JsonForm::Integer), text), expected, "{text}");
        }
    }

    #[test]
    fn the_delimiter_is_that_of_the_element_type() {
        let boxes = JsonForm::Array {
            element: Arc::new(JsonForm::Text),
            delimiter: b';',
        };
        assert_eq!(
            to_json(&boxes, "{(1,1),(0,0);(2,2),(1,1)}"),
            r#"["(1,1),(0,0)","(2,2),(1,1)"]"#
        );
    }
}
