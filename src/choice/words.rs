//! The words of a text: stems of English words, pairs of characters for Hangul, Chinese characters and Kana.
//!
//! The stems need not be words. They only have to be the same for the forms of one word, such as `commits`,
//! `committed` and `committing`.

use std::{collections::HashSet, mem, sync::LazyLock};

/// The longest word that is kept, in bytes. The rest of a longer one is cut off.
const MAX_WORD: usize = 48;

/// Words that most sentences have, and that say nothing about what is asked for.
const COMMON: &str = "a an the of to in on at for from with by and or is are was were be been am do does did can \
    could may will would shall should i me my we us our you your it its this that these those there here please \
    just as if then than so has have had";

static COMMON_WORDS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| COMMON.split_whitespace().collect());

/// Whether most sentences have a word.
pub(super) fn is_common(word: &str) -> bool {
    COMMON_WORDS.contains(word.to_lowercase().as_str())
}

/// Returns the words of a text in their order, at most `limit`, without those that most sentences have.
pub(super) fn words(text: &str, limit: usize) -> Vec<String> {
    let mut found = Vec::new();
    let mut word = String::new();
    let mut is_low = false;
    for letter in text.chars() {
        let begins = letter.is_uppercase() && is_low;
        if begins || !letter.is_alphanumeric() {
            add(mem::take(&mut word), &mut found);
            if found.len() >= limit {
                break;
            }
        }
        if letter.is_alphanumeric() && word.len() < MAX_WORD {
            word.extend(letter.to_lowercase());
        }
        is_low = letter.is_lowercase() || letter.is_numeric();
    }
    add(word, &mut found);
    found.truncate(limit);
    found
}

/// Adds what a word is compared by.
fn add(word: String, found: &mut Vec<String>) {
    if word.is_empty() {
        return;
    }
    if word.is_ascii() {
        if !COMMON_WORDS.contains(word.as_str()) {
            found.push(stem(word));
        }
        return;
    }
    let letters: Vec<char> = word.chars().collect();
    for part in letters.chunk_by(|left, right| is_paired(*left) == is_paired(*right)) {
        match part {
            [first, _, ..] if is_paired(*first) => {
                found.extend(part.windows(2).map(|pair| pair.iter().collect::<String>()));
            }
            part => found.push(stem(part.iter().collect())),
        }
    }
}

/// Whether a script is compared by pairs of characters, because it writes without gaps or appends particles.
const fn is_paired(letter: char) -> bool {
    matches!(
        letter,
        '\u{1100}'..='\u{11ff}'
            | '\u{2e80}'..='\u{9fff}'
            | '\u{ac00}'..='\u{d7af}'
            | '\u{f900}'..='\u{faff}'
            | '\u{20000}'..='\u{3ffff}'
    )
}

/// Returns the stem of an English word: without the endings of plurals, tenses and doers.
fn stem(mut word: String) -> String {
    if !word.is_ascii() || !word.bytes().all(|letter| letter.is_ascii_lowercase()) {
        return word;
    }
    without_plural(&mut word);
    for ending in ["ing", "ed"] {
        if let Some(start) = word.strip_suffix(ending)
            && start.len() >= 3
            && start.bytes().any(is_vowel)
        {
            word.truncate(start.len());
            without_double(&mut word);
            break;
        }
    }
    if word.len() > 4 && word.ends_with('e') {
        word.pop();
    }
    if word.len() > 5 && word.ends_with("er") {
        word.truncate(word.len() - 2);
    }
    word
}

fn without_plural(word: &mut String) {
    let length = word.len();
    if length > 4 && word.ends_with("ies") {
        word.truncate(length - 3);
        word.push('y');
    } else if length > 4
        && ["sses", "xes", "ches", "shes", "zes"]
            .iter()
            .any(|end| word.ends_with(end))
    {
        word.truncate(length - 2);
    } else if length > 3
        && word.ends_with('s')
        && !["ss", "us", "is"].iter().any(|end| word.ends_with(end))
    {
        word.truncate(length - 1);
    }
}

/// Makes `committ` `commit`; `add`, `call` and `pass` stay.
fn without_double(word: &mut String) {
    if let [.., last, double] = word.as_bytes()
        && last == double
        && word.len() > 3
        && !b"lsz".contains(last)
    {
        word.pop();
    }
}

const fn is_vowel(letter: u8) -> bool {
    matches!(letter, b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(text: &str) -> String {
        words(text, 100).join(" ")
    }

    #[test]
    fn the_forms_of_a_word_are_one() {
        for (text, wanted) in [
            (
                "commits committed committing Commit",
                "commit commit commit commit",
            ),
            ("staged staging", "stag stag"),
            ("repositories repository", "repository repository"),
            ("searches search", "search search"),
            ("news bus analysis class", "new bus analysis class"),
            ("What is the status of it?", "what status"),
            ("get_userEmail2 HTTPServer", "get user email2 httpserv"),
        ] {
            assert_eq!(joined(text), wanted, "{text}");
        }
    }

    #[test]
    fn scripts_without_gaps_are_pairs() {
        for (text, wanted) in [
            ("주문번호를 알려줘", "주문 문번 번호 호를 알려 려줘"),
            ("A형 X", "a 형 x"),
            ("顧客の名前", "顧客 客の の名 名前"),
            ("Größe, été", "größe été"),
            (" ._-", ""),
        ] {
            assert_eq!(joined(text), wanted, "{text}");
        }
    }

    #[test]
    fn a_long_text_and_a_long_word_have_limits() {
        assert_eq!(words(&"word ".repeat(1000), 7).len(), 7);
        assert_eq!(words(&"가".repeat(100_000), 7).len(), 7);
        assert_eq!(words(&"x".repeat(1_000_000), 7)[0].len(), MAX_WORD);
    }
}
