//! Concepts: what the columns of databases are about, in the words for it in Korean and English.
//!
//! Most databases are named in English, and the embedded model knows no Korean: without this, a question in Korean would find nothing
//! where no comment is in Korean too.

use std::{collections::HashMap, sync::LazyLock};

use super::tokens::singular;

/// A concept a line, in its words.
const CONCEPTS: &str = include_str!("../sample/synonyms.txt");

/// The concept of each word.
static BY_WORD: LazyLock<HashMap<String, u16>> = LazyLock::new(|| {
    let lines = (0..).zip(CONCEPTS.lines());
    let words = lines.flat_map(|(number, line)| line.split(' ').map(move |word| (word, number)));
    words
        .map(|(word, number)| (known_as(word), number))
        .collect()
});

/// How many characters the longest word of a concept has that is written in Hangul.
const LONGEST: usize = 4;

fn known_as(word: &str) -> String {
    let letters: Vec<char> = word.chars().collect();
    singular(&letters)
}

/// The concepts that a word is about. In Hangul that can be several, as in `주문번호`, and what is appended to a word does no harm.
pub(super) fn of(word: &str) -> Vec<u16> {
    if word.is_ascii() {
        return BY_WORD.get(&known_as(word)).copied().into_iter().collect();
    }
    let letters: Vec<char> = word.chars().collect();
    let mut found = Vec::new();
    let mut rest = &letters[..];
    while !rest.is_empty() {
        let longest = (2..=LONGEST.min(rest.len())).rev().find_map(|length| {
            let part: String = rest[..length].iter().collect();
            Some((*BY_WORD.get(&part)?, length))
        });
        let length = longest.map_or(1, |(_, length)| length);
        found.extend(longest.map(|(concept, _)| concept));
        rest = &rest[length..];
    }
    found
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_word_has_one_concept_and_none_is_too_long() {
        let words: Vec<&str> = CONCEPTS.lines().flat_map(|line| line.split(' ')).collect();
        let different: HashSet<String> = words.iter().map(|word| known_as(word)).collect();
        assert_eq!(different.len(), words.len());
        let in_hangul = words.iter().filter(|word| !word.is_ascii());
        let longest = in_hangul.map(|word| word.chars().count()).max();
        assert_eq!(longest, Some(LONGEST));
    }

    #[test]
    fn words_that_mean_the_same_have_the_same_concept() {
        for (words, others) in [
            (["날짜", "date"], ["주문", "order"]),
            (["전화번호는", "phones"], ["번호를", "id"]),
            (["상태", "status"], ["배송", "shipping"]),
        ] {
            assert_eq!(of(words[0]), of(words[1]), "{words:?}");
            assert_eq!(of(others[0]), of(others[1]), "{others:?}");
            assert_ne!(of(words[0]), of(others[0]));
        }
        assert_eq!(of("주문번호를"), [of("order"), of("number")].concat());
        assert_eq!(of("무엇"), [0; 0]);
        assert_eq!(of("zebra"), [0; 0]);
        assert_eq!(of(""), [0; 0]);
    }
}
