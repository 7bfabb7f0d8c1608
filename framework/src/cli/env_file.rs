//! Parses `.env`: lines of the form `NAME=value`.
//!
//! Single quotes take everything literally, double quotes and bare values know `\n`, `\\`, `\"`, `\'`
//! and `\$`. A `$` has no other meaning: the crates for such files replace `$NAME` by a variable of
//! the environment, and a stranger's file could put a secret into an address like this.

use std::{collections::BTreeMap, iter::Peekable, str::Chars};

/// Parses the variables of a `.env` file, or says what is wrong with it.
///
/// The message names the line and never quotes it, since it may contain a secret.
pub fn parse(text: &str) -> Result<BTreeMap<String, String>, String> {
    let mut file = EnvFile {
        letters: text.chars().peekable(),
        line: 1,
    };
    let mut values = BTreeMap::new();
    while file.skip_to_variable() {
        let line = file.line;
        let (name, value) = file.variable().ok_or_else(|| {
            format!(
                "line {line} is not `NAME=value`; put quotes around a value that contains spaces or quotes"
            )
        })?;
        values.insert(name, value);
    }
    Ok(values)
}

/// A file that is being read.
struct EnvFile<'a> {
    letters: Peekable<Chars<'a>>,
    line: usize,
}

impl EnvFile<'_> {
    /// Skips blank lines and comments. Returns whether a variable follows.
    fn skip_to_variable(&mut self) -> bool {
        loop {
            self.skip_while(|letter| letter.is_ascii_whitespace());
            if self.letters.peek() != Some(&'#') {
                return self.letters.peek().is_some();
            }
            self.skip_comment();
        }
    }

    /// Parses a variable up to the end of its line.
    fn variable(&mut self) -> Option<(String, String)> {
        let mut name = self.name()?;
        self.skip_blanks();
        if name == "export" && self.letters.peek() != Some(&'=') {
            name = self.name()?;
            self.skip_blanks();
        }
        (self.next()? == '=').then_some(())?;
        self.skip_blanks();
        let value = self.value()?;
        self.skip_blanks();
        if self.letters.peek() == Some(&'#') {
            self.skip_comment();
        }
        let is_end = matches!(self.letters.peek(), None | Some('\n' | '\r'));
        is_end.then_some((name, value))
    }

    fn name(&mut self) -> Option<String> {
        let is_letter =
            |letter: &char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.');
        let mut name = String::new();
        while let Some(letter) = self.letters.next_if(is_letter) {
            name.push(letter);
        }
        let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
        is_name.then_some(name)
    }

    /// Parses a value: bare letters and quoted parts, until a blank or the end of the line.
    fn value(&mut self) -> Option<String> {
        let mut value = String::new();
        if self.letters.peek() == Some(&'#') {
            return Some(value);
        }
        while let Some(&letter) = self.letters.peek() {
            match letter {
                ' ' | '\t' | '\n' | '\r' => break,
                '\'' => self.literal(&mut value)?,
                '"' => self.quoted(&mut value)?,
                // A no-break space looks like a blank and is none.
                letter if letter.is_whitespace() => return None,
                _ => self.letter(&mut value)?,
            }
        }
        Some(value)
    }

    /// Parses what stands in single quotes.
    fn literal(&mut self, value: &mut String) -> Option<()> {
        self.next();
        loop {
            match self.next()? {
                '\'' => return Some(()),
                letter => value.push(letter),
            }
        }
    }

    /// Parses what stands in double quotes.
    fn quoted(&mut self, value: &mut String) -> Option<()> {
        self.next();
        while self.letters.peek() != Some(&'"') {
            self.letter(value)?;
        }
        self.next();
        Some(())
    }

    /// Parses one letter, which may be escaped.
    fn letter(&mut self, value: &mut String) -> Option<()> {
        let letter = match self.next()? {
            '\\' => match self.next()? {
                'n' => '\n',
                escaped @ ('\\' | '\'' | '"' | '$' | ' ') => escaped,
                _ => return None,
            },
            letter => letter,
        };
        value.push(letter);
        Some(())
    }

    fn skip_blanks(&mut self) {
        self.skip_while(|letter| matches!(letter, ' ' | '\t'));
    }

    fn skip_comment(&mut self) {
        self.skip_while(|letter| letter != '\n');
    }

    fn skip_while(&mut self, is_skipped: fn(char) -> bool) {
        while self
            .letters
            .peek()
            .is_some_and(|letter| is_skipped(*letter))
        {
            self.next();
        }
    }

    fn next(&mut self) -> Option<char> {
        let letter = self.letters.next()?;
        self.line += usize::from(letter == '\n');
        Some(letter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value_of(text: &str) -> Option<String> {
        parse(text).ok()?.remove("A")
    }

    #[test]
    fn a_value_is_bare_or_in_quotes() {
        for (text, value) in [
            ("A=b", "b"),
            ("export A = b # about it", "b"),
            ("A=", ""),
            ("A= # about it\r\nB=c", ""),
            ("A=b#c", "b#c"),
            ("A=b\\ c\\n", "b c\n"),
            ("A='b \\n # $C'", "b \\n # $C"),
            ("A=\"b # \\\"c\\\"\\n\"", "b # \"c\"\n"),
            ("A='b\nc'", "b\nc"),
            ("A=b'c d'\"e\"", "bc de"),
            ("A=b\nA=c", "c"),
        ] {
            assert_eq!(value_of(text).as_deref(), Some(value), "{text}");
        }
    }

    #[test]
    fn a_dollar_does_not_stand_for_a_variable() {
        for text in ["A=$HOME", "A=\"$HOME\"", "A=\\$HOME", "A='$HOME'"] {
            assert_eq!(value_of(text).as_deref(), Some("$HOME"), "{text}");
        }
    }

    #[test]
    fn a_malformed_line_is_named_by_its_number() {
        for text in [
            "A",
            "=b",
            "1A=b",
            "A b",
            "A=b c",
            "A='b",
            "A=\"b\nB=c",
            "A=\\x",
            "A=\u{a0}",
            "A\u{a0}=b",
            "A=b\u{2003}",
        ] {
            let refused = parse(&format!("# 1\nX=1\n{text}")).unwrap_err();
            assert!(
                refused.starts_with("line 3 is not `NAME=value`"),
                "{text:?}: {refused}"
            );
        }
    }
}
