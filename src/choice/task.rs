//! [`Task`]: what a text asks for, as far as its form says: whether it is a question, with which verb it begins, which
//! steps it has, and whether it names anything.

use super::{concepts::is_hangul, entities::Entities, words::words};

/// The most words of a task that are compared.
pub(super) const MAX_WORDS: usize = 200;
/// The most steps of a task that are looked at on their own.
const MAX_STEPS: usize = 4;

/// Words that begin a question.
const ASKING: &str = "what what's which who who's whom whose how when where why is are was were does did has have any";
/// Words before the verb of a request.
const POLITE: &str = "please pls kindly now then and";
/// Words that begin a request before its verb, in several words.
const REQUESTS: [&str; 11] = [
    "can you ",
    "could you ",
    "would you ",
    "will you ",
    "i want you to ",
    "i want to ",
    "i'd like to ",
    "i need you to ",
    "i need to ",
    "let us ",
    "let's ",
];
/// Words that begin a statement.
const STATING: &str = "the a an my our this that i we he she it they if there somebody someone";
/// Verbs that begin a step after `and`.
const VERBS: &str = "add ask book calculate call cancel change check close commit compare compute convert copy count \
    create delete download edit email export fetch fill find get give insert list look mail make merge move open post \
    print publish push put query read rename reply run save schedule search send set show sort store summarise \
    summarize take tell translate update upload write";

/// Words before what was not done.
const NEGATIONS: &str = "not isn't aren't wasn't haven't hasn't never";
/// Words and phrases of this time.
const PRESENT: &str = "now today tonight yesterday tomorrow current currently latest newest recent recently lately \
    nowadays upcoming yet still news";
const PRESENT_PHRASES: [&str; 19] = [
    " this week",
    " this month",
    " this year",
    " this morning",
    " these days",
    " at the moment",
    " at present",
    " last night",
    " last week",
    " the next ",
    " so far ",
    "지금",
    "현재",
    "최신",
    "최근",
    "오늘",
    "어제",
    "내일",
    "요즘",
];

/// A task, or a step of one.
#[derive(Debug, Clone)]
pub(super) struct Task {
    pub(super) text: String,
    /// The words that are compared, in their order.
    pub(super) words: Vec<String>,
    /// Whether it asks for something to be known, not done.
    pub(super) is_question: bool,
    /// The verb of a request.
    pub(super) lead: Option<String>,
    /// Whether it is written in Korean.
    pub(super) is_korean: bool,
    /// The kinds of things that it names.
    pub(super) entities: Entities,
    /// Its words in Latin letters, each with whether it is a plural.
    pub(super) nouns: Vec<(String, bool)>,
    /// Whether it speaks of this time: `today`, `the latest`, `지금`.
    pub(super) is_present: bool,
}

impl Task {
    /// Reads a text.
    pub(super) fn new(text: &str) -> Self {
        let text = &with_negations(text.trim());
        let is_question = is_question(text);
        Self {
            text: text.clone(),
            words: words(text, MAX_WORDS),
            is_question,
            lead: if is_question { None } else { lead(text) },
            is_korean: text.chars().any(is_hangul),
            entities: Entities::of_text(text),
            nouns: nouns(text),
            is_present: is_present(text),
        }
    }

    /// Returns its steps, if it has several: `Read a.txt and then mail it.`
    pub(super) fn steps(&self) -> Vec<Self> {
        let parts = parts(&self.text);
        match parts.len() {
            0 | 1 => Vec::new(),
            _ => parts
                .iter()
                .take(MAX_STEPS)
                .map(|part| Self::new(part))
                .collect(),
        }
    }

    /// Returns whether it names anything: a number, a name, a file, an address, or a text in quotes.
    pub(super) fn names_something(&self) -> bool {
        self.text.split_whitespace().enumerate().any(|(at, word)| {
            let letters: Vec<char> = word.chars().collect();
            let is_name =
                letters[0].is_uppercase() && at > 0 && !word.starts_with("I'") && word != "I";
            let is_abbreviation =
                letters.len() > 1 && letters.iter().all(|letter| letter.is_uppercase());
            let is_quoted = ['\'', '"', '`', '“', '‘', '«'].contains(&letters[0]);
            let is_path = letters.windows(3).any(|three| {
                three[0].is_alphanumeric()
                    && matches!(three[1], '.' | '@' | ':' | '/')
                    && three[2] != ' '
            });
            is_name
                || is_abbreviation
                || is_quoted
                || is_path
                || letters.iter().any(char::is_ascii_digit)
        })
    }
}

/// Returns the words in Latin letters, each with whether it is a plural.
pub(super) fn nouns(text: &str) -> Vec<(String, bool)> {
    let letters = |letter: char| !letter.is_ascii_alphanumeric();
    let all = text.split(letters).filter(|word| word.len() > 2);
    all.take(MAX_WORDS)
        .filter_map(|word| {
            let lower = word.to_lowercase();
            let stem = words(&lower, 1).pop()?;
            let is_plural = lower.ends_with('s') && !stem.ends_with('s');
            Some((stem, is_plural))
        })
        .collect()
}

/// Returns a text with `unstaged` in place of `not staged`.
fn with_negations(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for word in text.split_inclusive(char::is_whitespace) {
        let is_done = word
            .trim_end_matches(|letter: char| !letter.is_alphanumeric())
            .ends_with("ed");
        let negation = written.trim_end().rsplit(char::is_whitespace).next();
        let negation = negation.filter(|before| {
            is_done
                && NEGATIONS
                    .split(' ')
                    .any(|one| before.eq_ignore_ascii_case(one))
        });
        if let Some(negation) = negation {
            let start = written.trim_end().len() - negation.len();
            written.truncate(start);
            written.push_str("un");
        }
        written.push_str(word);
    }
    written
}

/// Whether a text speaks of this time.
fn is_present(text: &str) -> bool {
    let lower = format!(" {} ", text.to_lowercase());
    let english = lower
        .split(|letter: char| !letter.is_alphanumeric())
        .any(|word| is_in(PRESENT, word));
    english || PRESENT_PHRASES.iter().any(|phrase| lower.contains(phrase))
}

fn is_in(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|one| one == word)
}

fn is_question(text: &str) -> bool {
    let lower = text.to_lowercase();
    let first = lower.split_whitespace().next().unwrap_or_default();
    let shows = [
        "show me",
        "can you tell",
        "tell me what",
        "tell me which",
        "tell me who",
        "tell me how",
    ];
    is_in(ASKING, first)
        || shows.iter().any(|start| lower.starts_with(start))
        || lower.ends_with('?') && !REQUESTS.iter().any(|start| lower.starts_with(start))
}

/// Returns the verb that a request begins with.
fn lead(text: &str) -> Option<String> {
    let lower = text.to_lowercase();
    let mut rest = lower.trim_start();
    loop {
        let (first, others) = rest.split_once(' ').unwrap_or((rest, ""));
        if let Some(start) = REQUESTS.iter().find(|start| rest.starts_with(**start)) {
            rest = rest[start.len()..].trim_start();
        } else if is_in(POLITE, first) && !others.is_empty() {
            rest = others.trim_start();
        } else {
            let is_verb = first.bytes().all(|letter| letter.is_ascii_alphanumeric())
                && !is_in(STATING, first);
            return words(first, 1).pop().filter(|_| is_verb);
        }
    }
}

/// Splits a text where another step begins. A part of one word belongs to none.
fn parts(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut parts = Vec::new();
    let mut part: Vec<&str> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let before = at.checked_sub(1).map_or("", |before| words[before]);
        let next = words
            .get(at + 1)
            .map(|next| next.to_lowercase())
            .unwrap_or_default();
        // A sentence that is no request says more about the one beside it: `Load it.`, `I do not need all.`
        let ends_sentence =
            before.ends_with(['.', '?', '!', ';']) && is_in(VERBS, &word.to_lowercase());
        let ends_korean = before.ends_with("하고")
            || matches!(before, "다음" | "다음에" | "뒤" | "뒤에" | "후" | "후에");
        let is_then = word.eq_ignore_ascii_case("then");
        let is_and = word.eq_ignore_ascii_case("and") && (is_in(VERBS, &next) || next == "then");
        if ends_sentence || ends_korean || is_then || is_and {
            parts.push(std::mem::take(&mut part));
        }
        if !is_then && !is_and {
            part.push(word);
        }
    }
    parts.push(part);
    let texts = parts.into_iter().filter(|part| part.len() > 1);
    texts
        .map(|part| part.join(" ").trim_end_matches(',').to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_wants_to_know_and_a_request_begins_with_its_verb() {
        for (text, is_question, lead) in [
            ("Which files are there?", true, None),
            ("파일이 몇 개야?", true, None),
            ("Could you please delete the file?", false, Some("delet")),
            ("Delete the file.", false, Some("delet")),
            ("I want to send a mail", false, Some("send")),
            ("The file is gone.", false, None),
            ("파일을 읽어줘", false, None),
            ("", false, None),
            ("please", false, Some("pleas")),
        ] {
            let task = Task::new(text);
            // `please` is one of the words that say nothing.
            let lead = lead.filter(|lead| *lead != "pleas");
            assert_eq!(
                (task.is_question, task.lead.as_deref()),
                (is_question, lead),
                "{text}"
            );
        }
    }

    #[test]
    fn steps_are_found() {
        for (text, steps) in [
            (
                "Read a.txt and then mail it to Ada.",
                vec!["Read a.txt", "mail it to Ada."],
            ),
            (
                "Find the file, then delete it",
                vec!["Find the file", "delete it"],
            ),
            (
                "Open the page and take a picture",
                vec!["Open the page", "take a picture"],
            ),
            (
                "파일을 조회하고 메일로 보내줘",
                vec!["파일을 조회하고", "메일로 보내줘"],
            ),
            ("Compare cats and dogs", vec![]),
            ("and then and then", vec![]),
            ("", vec![]),
        ] {
            let found: Vec<_> = Task::new(text)
                .steps()
                .into_iter()
                .map(|step| step.text)
                .collect();
            assert_eq!(found, steps, "{text}");
        }
        assert_eq!(
            Task::new(&"go on and then ".repeat(50)).steps().len(),
            MAX_STEPS
        );
    }

    #[test]
    fn what_is_named_is_seen() {
        for text in [
            "Read a.txt.",
            "Order 5 of it",
            "Tell Ada",
            "Say 'yes' now",
            "mail a@b.c",
            "Use the API",
            "https://x",
        ] {
            assert!(Task::new(text).names_something(), "{text}");
        }
        for text in [
            "Send it to them.",
            "Do as I said.",
            "I'm sure I'd like it",
            "Delete it",
            "그거 보내줘",
            "",
        ] {
            assert!(!Task::new(text).names_something(), "{text}");
        }
    }
}
