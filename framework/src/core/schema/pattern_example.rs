//! [`texts_matching`]: texts that match a regular expression.

use std::{iter::Peekable, str::Chars};

use regex_lite::Regex;

/// The most that a text is made longer to reach a length.
const LONGEST: usize = 40;
/// The largest text that is written, in bytes.
const MAX_BYTES: usize = 4096;

/// Returns texts that match `pattern`, the shortest first. There are none if the pattern uses what
/// is not known here, such as a look-around.
pub(super) fn texts_matching(pattern: &str) -> impl Iterator<Item = String> {
    let regex = Regex::new(pattern).ok();
    (0..=LONGEST)
        .filter_map(move |more| {
            let mut writer = Writer {
                rest: pattern.chars().peekable(),
                more,
            };
            writer.alternatives()
        })
        .filter(move |text| regex.as_ref().is_some_and(|regex| regex.is_match(text)))
}

/// Writes a text while it reads the pattern.
struct Writer<'p> {
    rest: Peekable<Chars<'p>>,
    /// How often what may be repeated without a limit is repeated beyond the least number.
    more: usize,
}

impl Writer<'_> {
    /// Returns the text of the first alternative, and reads the others.
    fn alternatives(&mut self) -> Option<String> {
        let first = self.sequence()?;
        while self.rest.next_if_eq(&'|').is_some() {
            self.sequence()?;
        }
        Some(first)
    }

    fn sequence(&mut self) -> Option<String> {
        let mut text = String::new();
        while let Some(next) = self.rest.next_if(|next| !matches!(next, '|' | ')')) {
            let atom = self.atom(next)?;
            let repetitions = self.repetitions()?;
            if text.len() + atom.len().saturating_mul(repetitions) > MAX_BYTES {
                return None;
            }
            text.push_str(&atom.repeat(repetitions));
        }
        Some(text)
    }

    fn atom(&mut self, first: char) -> Option<String> {
        match first {
            '^' | '$' => Some(String::new()),
            '.' => Some("a".to_owned()),
            '[' => self.class().map(String::from),
            '\\' => escaped(self.rest.next()?),
            '(' => {
                if self.rest.next_if_eq(&'?').is_some() {
                    self.rest.next_if_eq(&':')?;
                }
                let text = self.alternatives()?;
                self.rest.next_if_eq(&')')?;
                Some(text)
            }
            literal => Some(literal.to_string()),
        }
    }

    /// Returns the first character of a class. One that excludes characters is not known here.
    fn class(&mut self) -> Option<char> {
        let first = match self.rest.next()? {
            '^' => return None,
            '\\' => escaped(self.rest.next()?)?.chars().next()?,
            first => first,
        };
        while self.rest.next()? != ']' {}
        Some(first)
    }

    fn repetitions(&mut self) -> Option<usize> {
        match self.rest.peek() {
            Some('*') => self.rest.next().map(|_| self.more),
            Some('+') => self.rest.next().map(|_| 1 + self.more),
            Some('?') => self.rest.next().map(|_| 0),
            Some('{') => {
                self.rest.next();
                let inside: String = self.rest.by_ref().take_while(|next| *next != '}').collect();
                let (least, most) = inside.split_once(',').unwrap_or((&inside, &inside));
                let least: usize = least.parse().ok()?;
                let most = most.parse().unwrap_or(usize::MAX);
                Some((least + self.more).min(most).min(least + LONGEST))
            }
            _ => Some(1),
        }
    }
}

fn escaped(letter: char) -> Option<String> {
    match letter {
        'd' => Some("0".to_owned()),
        'w' => Some("a".to_owned()),
        's' => Some(" ".to_owned()),
        'b' => Some(String::new()),
        letter if letter.is_alphanumeric() => None,
        literal => Some(literal.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::texts_matching;

    #[test]
    fn a_text_matches_its_pattern() {
        for (pattern, expected) in [
            ("^[a-z]+$", "a"),
            (r"^\d{4}-\d{2}$", "0000-00"),
            ("^(red|green)!?$", "red"),
            (r"^[A-Z]{2,3}\.\w*$", "AA."),
            ("^(?:ab)+$", "ab"),
            ("b", "b"),
        ] {
            assert_eq!(
                texts_matching(pattern).next().as_deref(),
                Some(expected),
                "{pattern}"
            );
        }
        assert_eq!(texts_matching("^a+$").nth(3).as_deref(), Some("aaaa"));
        assert_eq!(texts_matching("^[^a]$").next(), None);
        assert_eq!(texts_matching("(").next(), None);
        let huge = "((((a{1000}){1000}){1000}){1000}){0}";
        assert_eq!(texts_matching(huge).next(), None);
    }
}
