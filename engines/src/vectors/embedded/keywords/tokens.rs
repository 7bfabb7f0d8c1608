//! The words of a text, and the [`Synonyms`] of a word.

use std::{collections::HashMap, mem};

/// The longest word that is kept, in bytes. The rest of a longer one is cut off.
const MAX_WORD: usize = 64;

/// Splits a text into words, in lower case. `users.email` and `userEmail` are two words each.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut is_low = false;
    for letter in text.chars() {
        let begins = letter.is_uppercase() && is_low;
        if (begins || !letter.is_alphanumeric()) && !word.is_empty() {
            words.push(mem::take(&mut word));
        }
        if letter.is_alphanumeric() && word.len() < MAX_WORD {
            word.extend(letter.to_lowercase());
        }
        is_low = letter.is_alphanumeric() && !letter.is_uppercase();
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// Splits a word into its tokens: one for most scripts, the pairs of adjacent characters for
/// scripts that write without gaps or append particles.
pub(super) fn tokens(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    let mut tokens = Vec::new();
    for part in letters.chunk_by(|left, right| is_paired(*left) == is_paired(*right)) {
        match part {
            [first, _, ..] if is_paired(*first) => {
                tokens.extend(part.windows(2).map(|pair| pair.iter().collect::<String>()));
            }
            part => tokens.push(singular(part)),
        }
    }
    tokens
}

/// Whether a script is compared by pairs of characters: Hangul, Chinese characters, Kana.
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

/// Returns the singular of an English word: `order` for `orders`.
fn singular(letters: &[char]) -> String {
    match letters {
        [start @ .., 'i', 'e', 's'] if start.len() > 1 => start.iter().chain(&['y']).collect(),
        [start @ .., last, 's'] if start.len() > 1 && *last != 's' => {
            start.iter().chain([last]).collect()
        }
        word => word.iter().collect(),
    }
}

/// A table of words that mean the same. The default one is empty.
#[derive(Debug, Default)]
pub(in crate::vectors::embedded) struct Synonyms {
    /// The words of each group, as tokens.
    groups: Vec<Vec<Vec<String>>>,
    group_of: HashMap<String, usize>,
    /// The number of characters of the longest word that is not ASCII.
    longest: usize,
}

impl Synonyms {
    /// Reads a table: a group a line, its words separated by spaces.
    pub(in crate::vectors::embedded) fn parse(table: &str) -> Self {
        let mut synonyms = Self::default();
        for (number, line) in table.lines().enumerate() {
            for word in line.split(' ') {
                let letters: Vec<char> = word.chars().collect();
                if !word.is_ascii() {
                    synonyms.longest = synonyms.longest.max(letters.len());
                }
                synonyms.group_of.insert(singular(&letters), number);
            }
            synonyms.groups.push(line.split(' ').map(tokens).collect());
        }
        synonyms
    }

    /// Returns the groups that a word belongs to.
    ///
    /// A Korean compound such as `주문번호` can belong to several, and particles at the end of a
    /// word are ignored.
    pub(in crate::vectors::embedded) fn groups(&self, word: &str) -> Vec<&[Vec<String>]> {
        let letters: Vec<char> = word.chars().collect();
        if word.is_ascii() {
            let group = self.group_of.get(&singular(&letters));
            return group
                .map(|group| &*self.groups[*group])
                .into_iter()
                .collect();
        }
        let mut found = Vec::new();
        let mut rest = &letters[..];
        while !rest.is_empty() {
            let longest = (2..=self.longest.min(rest.len())).rev().find_map(|length| {
                let part: String = rest[..length].iter().collect();
                Some((&*self.groups[*self.group_of.get(&part)?], length))
            });
            let length = longest.map_or(1, |(_, length)| length);
            found.extend(longest.map(|(group, _)| group));
            rest = &rest[length..];
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(text: &str) -> String {
        let words = words(text);
        let words: Vec<_> = words.iter().map(|word| tokens(word).join("+")).collect();
        words.join(" ")
    }

    #[test]
    fn words_are_found_in_names_and_in_every_script() {
        for (text, wanted) in [
            (
                "users.contact_email VARCHAR(255)",
                "user contact email varchar 255",
            ),
            (
                "userEmail HTTPServer categories class",
                "user email httpserver category class",
            ),
            ("사용자 이메일", "사용+용자 이메+메일"),
            ("주문번호를", "주문+문번+번호+호를"),
            ("A형 X", "a+형 x"),
            ("顧客の名前", "顧客+客の+の名+名前"),
            ("Größe, été", "größe été"),
            ("  ._- ", ""),
        ] {
            assert_eq!(joined(text), wanted, "{text}");
        }
        assert_eq!(joined(&"x".repeat(1000)).len(), MAX_WORD);
    }

    #[test]
    fn a_word_is_found_in_compounds_with_particles_and_in_the_plural() {
        let synonyms = Synonyms::parse("order 주문\nnumber 번호 id\nphone 전화번호");
        let of = |word: &str| synonyms.groups(word);
        assert_eq!(of("주문번호를"), [of("order"), of("number")].concat());
        assert_eq!(of("전화번호는"), of("phones"));
        assert_eq!(of("번호를"), of("id"));
        assert_ne!(of("order"), of("phone"));
        for unknown in ["무엇", "zebra", ""] {
            assert!(of(unknown).is_empty(), "{unknown}");
        }
        assert!(Synonyms::default().groups("주문번호").is_empty());
    }
}
