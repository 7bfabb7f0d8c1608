//! [`Entities`]: what kinds of things a task names, and what kinds the parameters of a tool take: `Show me issue 5.`
//! names an identifier, and `get_issue` takes one while `list_issues` does not.

use std::ops::{BitAnd, BitOr, Not};

use serde_json::{Map, Value};

use super::{concepts::is_hangul, words::is_common};

/// Kinds of things, a bit each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Entities(u16);

/// Words in the names of parameters, for each kind.
const NAMED: [(&str, Entities); 7] = [
    ("url uri link", Entities::URL),
    (
        "path paths file files filename directory folder dir",
        Entities::PATH,
    ),
    ("to email mail recipient recipients", Entities::EMAIL),
    (
        "latitude longitude coordinates locations",
        Entities::COORDINATES,
    ),
    (
        "time date start end month day timezone when",
        Entities::TIME,
    ),
    (
        "text message content body comment query title question",
        Entities::QUOTED,
    ),
    ("id number key sha ts order article", Entities::IDENTIFIER),
];
/// Words that are times of a day or days.
const TIMES: &str = "today tomorrow yesterday tonight noon midnight monday tuesday wednesday thursday friday saturday \
    sunday 오늘 내일 어제 오전 오후";
/// Verbs before a number that is not the identifier of anything.
const MEASURING: &str =
    "add calculate change compute convert exchange multiply divide subtract sum buy need";
/// The most words of a task, and the most parameters, that are looked at.
const MAX_WORDS: usize = 400;
const MAX_PARAMETERS: usize = 200;
/// The longest ending of a file name.
const MAX_ENDING: usize = 5;

impl Entities {
    pub(super) const NONE: Self = Self(0);
    pub(super) const URL: Self = Self(1);
    pub(super) const PATH: Self = Self(2);
    pub(super) const EMAIL: Self = Self(4);
    pub(super) const IDENTIFIER: Self = Self(8);
    pub(super) const COORDINATES: Self = Self(16);
    pub(super) const NUMBER: Self = Self(32);
    pub(super) const TIME: Self = Self(64);
    pub(super) const QUOTED: Self = Self(128);
    /// The kinds that say which thing is meant. The others say how much, when or what is written.
    pub(super) const THINGS: Self = Self(1 | 2 | 4 | 8 | 16);

    /// Returns the kinds that a text names.
    pub(super) fn of_text(text: &str) -> Self {
        let mut found = Self::NONE;
        let (mut before, mut decimals) = ("", 0);
        for token in text.split_whitespace().take(MAX_WORDS) {
            if token.starts_with(['\'', '"', '`', '“', '‘', '«']) {
                found = found | Self::QUOTED;
            }
            let word = token.trim_matches(|letter: char| {
                !letter.is_alphanumeric() && !matches!(letter, '/' | '.' | '#' | '-')
            });
            let word = word.trim_end_matches(['.', '-']);
            decimals = if is_decimal(word) { decimals + 1 } else { 0 };
            if decimals == 2 {
                found = found | Self::COORDINATES;
            }
            found = found | Self::of_word(word, before);
            before = word;
        }
        found
    }

    fn of_word(word: &str, before: &str) -> Self {
        let lower = word.to_lowercase();
        let has_digit = word.bytes().any(|letter| letter.is_ascii_digit());
        let has_letter = word.bytes().any(|letter| letter.is_ascii_alphabetic());
        if ["http://", "https://", "www."]
            .iter()
            .any(|start| lower.starts_with(start))
        {
            Self::URL
        } else if lower
            .split_once('@')
            .is_some_and(|(_, host)| host.contains('.'))
        {
            Self::EMAIL
        } else if is_path(word) {
            Self::PATH
        } else if TIMES.split_whitespace().any(|time| lower.starts_with(time)) || is_time(&lower) {
            Self::TIME
        } else if has_digit
            && has_letter
            && word
                .chars()
                .all(|letter| letter.is_alphanumeric() || letter == '-')
        {
            Self::IDENTIFIER
        } else if has_digit && is_number(word) {
            Self::NUMBER
                | if names_thing(word, before) {
                    Self::IDENTIFIER
                } else {
                    Self::NONE
                }
        } else {
            Self::NONE
        }
    }

    /// Returns the kinds that the parameters of a schema take.
    pub(super) fn of_schema(schema: &Map<String, Value>) -> Self {
        let properties = schema.get("properties").and_then(Value::as_object);
        let parameters = properties.into_iter().flatten().take(MAX_PARAMETERS);
        parameters
            .map(|(name, parameter)| Self::of_parameter(name, parameter))
            .fold(Self::NONE, |all, one| all | one)
    }

    fn of_parameter(name: &str, schema: &Value) -> Self {
        let readable = name.replace(['_', '-'], " ").to_lowercase();
        let last = readable.rsplit(' ').next().unwrap_or_default();
        let mut found = Self::NONE;
        for (list, kind) in NAMED {
            let is_named = |word: &str| list.split(' ').any(|one| one == word);
            let is_kind = match kind {
                // `order_by` is no order.
                Self::IDENTIFIER => is_named(last),
                _ => readable.split(' ').any(is_named),
            };
            found = if is_kind { found | kind } else { found };
        }
        let description = schema
            .get("description")
            .and_then(Value::as_str)
            .unwrap_or_default();
        if description.contains("coordinates") {
            found = found | Self::COORDINATES;
        }
        let is_number = matches!(
            schema.get("type").and_then(Value::as_str),
            Some("number" | "integer")
        );
        match is_number && found == Self::NONE {
            true => Self::NUMBER,
            false => found,
        }
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns how many kinds there are.
    #[expect(clippy::cast_precision_loss, reason = "there are eight")]
    pub(super) const fn count(self) -> f32 {
        self.0.count_ones() as f32
    }
}

impl BitAnd for Entities {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Entities {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for Entities {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// Whether a word is the name of a file or a path: `notes.txt`, `/tmp`, `src/main.rs`, `.log`.
fn is_path(word: &str) -> bool {
    let is_rooted = word.len() > 1 && (word.starts_with('/') || word.starts_with("~/"));
    let last = word.rsplit('/').next().unwrap_or_default();
    let has_ending = last.rsplit_once('.').is_some_and(|(_, ending)| {
        (1..=MAX_ENDING).contains(&ending.len())
            && ending.bytes().all(|letter| letter.is_ascii_alphanumeric())
            && ending.bytes().any(|letter| letter.is_ascii_alphabetic())
    });
    is_rooted || has_ending
}

fn is_decimal(word: &str) -> bool {
    word.contains('.') && word.parse::<f64>().is_ok()
}

/// Whether a word is a number, also with a Korean particle or a sign.
fn is_number(word: &str) -> bool {
    word.chars()
        .all(|letter| letter.is_ascii_digit() || is_hangul(letter) || "#.,%$€£".contains(letter))
}

fn is_time(lower: &str) -> bool {
    let digits = lower.trim_end_matches("am").trim_end_matches("pm");
    let is_clock = |text: &str| {
        !text.is_empty()
            && text
                .bytes()
                .all(|letter| letter.is_ascii_digit() || letter == b':')
    };
    is_clock(digits) && (digits.len() < lower.len() || digits.contains(':'))
}

/// Whether a number says which thing is meant: `issue 5`, `#5`, `77번`, and not `for 5`, `add 19`.
fn names_thing(number: &str, before: &str) -> bool {
    let is_noun = !before.is_empty()
        && before.chars().all(char::is_alphabetic)
        && !is_common(before)
        && !MEASURING
            .split(' ')
            .any(|verb| before.eq_ignore_ascii_case(verb));
    number.starts_with('#')
        || number.contains('번')
        || is_noun && !number.contains(['%', '$', '€', '£'])
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_task_names() {
        for (text, wanted) in [
            ("Open https://example.com.", Entities::URL),
            ("Read notes.txt, please", Entities::PATH),
            ("files that end in .log", Entities::PATH),
            ("Mail ada@example.com", Entities::EMAIL),
            (
                "Merge pull request 42.",
                Entities::IDENTIFIER | Entities::NUMBER,
            ),
            (
                "주문 77번을 취소해줘",
                Entities::IDENTIFIER | Entities::NUMBER,
            ),
            ("article A-17", Entities::IDENTIFIER),
            ("Change 350 dollars", Entities::NUMBER),
            (
                "the point 46.5, 7.9",
                Entities::COORDINATES | Entities::NUMBER | Entities::IDENTIFIER,
            ),
            ("at 3pm on Friday", Entities::TIME),
            ("say 'yes'", Entities::QUOTED),
            ("Which issues are open?", Entities::NONE),
            ("... / - @ # .", Entities::NONE),
        ] {
            assert_eq!(Entities::of_text(text), wanted, "{text}");
        }
    }

    #[test]
    fn what_parameters_take() {
        let schema = json!({
            "properties": {
                "issue_number": {"type": "number"},
                "amount": {"type": "number"},
                "sort_order_by": {"type": "string"},
                "webUrl": 5,
                "url": {"type": "string"},
            },
        });
        let takes = Entities::of_schema(schema.as_object().unwrap());
        assert_eq!(
            takes,
            Entities::IDENTIFIER | Entities::NUMBER | Entities::URL
        );
        assert_eq!(Entities::of_schema(&Map::new()), Entities::NONE);
    }
}
