//! The concepts of a text: groups of words that mean the same, in English and Korean.
//!
//! The embedded encoder knows English alone. The table brings a Korean task and an English description together,
//! and different verbs for one thing (`delete`, `remove`, `forget`).

use std::{
    collections::{BTreeSet, HashMap},
    sync::LazyLock,
};

use super::words::words;

/// A set of concepts, a bit each.
pub(super) type Concepts = u128;

/// The most concepts that a set has.
pub(super) const MAX_CONCEPTS: usize = Concepts::BITS as usize;

/// The words of a text that are looked at, more than any text here has.
const MAX_WORDS: usize = 1000;

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::parse(include_str!("concepts.txt")));

/// The words of all concepts.
struct Table {
    /// The concepts of an English word, or of two that follow each other.
    english: HashMap<String, Concepts>,
    /// Words of other languages, the longest first.
    others: Vec<(Vec<char>, usize)>,
    /// The English word for each concept.
    names: Vec<String>,
}

impl Table {
    fn parse(text: &str) -> Self {
        let mut table = Self {
            english: HashMap::new(),
            others: Vec::new(),
            names: Vec::new(),
        };
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        for (number, line) in lines.take(MAX_CONCEPTS).enumerate() {
            for word in line.split(' ') {
                let phrase = word.replace('_', " ");
                if table.names.len() == number {
                    table.names.push(phrase.clone());
                }
                if word.is_ascii() {
                    let key = words(&phrase, MAX_WORDS).join(" ");
                    *table.english.entry(key).or_default() |= 1 << number;
                } else {
                    table.others.push((word.chars().collect(), number));
                }
            }
        }
        table
            .others
            .sort_by_key(|(word, _)| std::cmp::Reverse(word.len()));
        table
    }

    /// Returns the concepts of the words of other languages in `text`, in their order.
    fn others_in(&self, text: &str) -> Vec<Part> {
        let mut parts = Vec::new();
        for word in text.split_whitespace() {
            let letters: Vec<char> = word.chars().collect();
            let mut rest = &letters[..];
            let mut kept = String::new();
            while let Some((first, others)) = rest.split_first() {
                let found = self
                    .others
                    .iter()
                    .find(|(other, _)| rest.starts_with(other));
                match found {
                    Some((other, concept)) => {
                        parts.push(Part::Concept(*concept));
                        rest = &rest[other.len()..];
                    }
                    None => {
                        if !is_hangul(*first) {
                            kept.push(*first);
                        }
                        rest = others;
                    }
                }
            }
            if !kept.is_empty() {
                parts.push(Part::Word(kept));
            }
        }
        parts
    }
}

/// A part of a text in another language.
enum Part {
    Concept(usize),
    /// What is written in Latin letters, such as a name.
    Word(String),
}

/// Whether a letter is Hangul.
pub(super) const fn is_hangul(letter: char) -> bool {
    matches!(letter, '\u{ac00}'..='\u{d7a3}')
}

/// Returns the concepts of an English word, as [`words`] returns it.
pub(super) fn concepts_of_word(word: &str) -> Concepts {
    TABLE.english.get(word).copied().unwrap_or_default()
}

/// Returns the numbers of the concepts of a set.
pub(super) fn bits(mut concepts: Concepts) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (concepts != 0).then(|| concepts.trailing_zeros() as usize)?;
        concepts &= concepts - 1;
        Some(lowest)
    })
}

/// Returns the concepts of the words of a text.
pub(super) fn concepts_of_words(words: &[String]) -> Concepts {
    let single = words.iter().map(|word| concepts_of_word(word));
    let pairs = words
        .windows(2)
        .map(|pair| concepts_of_word(&pair.join(" ")));
    single.chain(pairs).fold(0, |all, one| all | one)
}

/// Returns the concepts of a text in any language of the table.
pub(super) fn concepts_of(text: &str) -> Concepts {
    let english = concepts_of_words(&words(text, MAX_WORDS));
    if !text.chars().any(is_hangul) {
        return english;
    }
    let others = TABLE.others_in(text).into_iter().map(|part| match part {
        Part::Concept(concept) => 1 << concept,
        Part::Word(_) => 0,
    });
    others.fold(english, |all, one| all | one)
}

/// Returns a text in English words, as far as the table goes: `notes.txt file read` for `notes.txt 파일을 읽어줘`.
pub(super) fn in_english(text: &str) -> String {
    let mut seen = BTreeSet::new();
    let words = TABLE
        .others_in(text)
        .into_iter()
        .filter_map(|part| match part {
            Part::Concept(concept) => seen.insert(concept).then(|| TABLE.names[concept].clone()),
            Part::Word(word) => Some(word),
        });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_fits_a_set() {
        let lines = include_str!("concepts.txt").lines();
        let count = lines.filter(|line| !line.starts_with('#')).count();
        assert!(count <= MAX_CONCEPTS, "{count}");
        assert_eq!(TABLE.names.len(), count);
    }

    #[test]
    fn words_of_both_languages_have_one_concept() {
        for (one, other) in [
            ("Remove it", "forget"),
            ("폴더를 만들어줘", "create a folder"),
            ("look up", "검색"),
            ("몇 시야?", "the time"),
        ] {
            let (one, other) = (concepts_of(one), concepts_of(other));
            assert!(one & other != 0, "{one:b} {other:b}");
        }
        assert_eq!(concepts_of("zebra 무엇"), 0);
        assert_eq!(concepts_of(""), 0);
    }

    #[test]
    fn a_korean_task_has_english_words() {
        assert_eq!(in_english("notes.txt 파일을 읽어줘"), "notes.txt file read");
        assert_eq!(in_english("ABC를 삭제해줘!"), "ABC delete !");
        assert_eq!(in_english("무엇"), "");
    }
}
