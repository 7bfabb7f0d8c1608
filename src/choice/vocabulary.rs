//! [`Vocabulary`]: the words of all tools, by numbers.

use std::collections::HashMap;

use strsim::osa_distance;

/// The shortest word that is compared with others that are spelt similarly.
const MIN_MISSPELT: usize = 4;
/// How many words a misspelt one may stand for.
const MAX_NEAR: usize = 3;

/// The words of all tools. A word keeps its number.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    numbers: HashMap<String, u32>,
    words: Vec<String>,
    /// The ASCII words by their first letter.
    by_letter: HashMap<u8, Vec<u32>>,
}

impl Vocabulary {
    /// Returns how many words there are.
    pub(super) const fn len(&self) -> usize {
        self.words.len()
    }

    /// Returns the number of a word, if a tool has it or had it.
    pub(super) fn get(&self, word: &str) -> Option<u32> {
        self.numbers.get(word).copied()
    }

    /// Returns the number of a word, which is new if no tool had it.
    pub(super) fn add(&mut self, word: &str) -> u32 {
        if let Some(number) = self.numbers.get(word) {
            return *number;
        }
        let number = u32::try_from(self.words.len()).unwrap_or(u32::MAX);
        self.numbers.insert(word.to_owned(), number);
        self.words.push(word.to_owned());
        if word.is_ascii() && word.len() >= MIN_MISSPELT {
            let first = word.as_bytes()[0];
            self.by_letter.entry(first).or_default().push(number);
        }
        number
    }

    /// Returns the word of a number.
    pub(super) fn word(&self, number: u32) -> &str {
        self.words.get(number as usize).map_or("", String::as_str)
    }

    /// Returns the words that `word` is probably a misspelling of. `is_used` says which words count.
    pub(super) fn near(&self, word: &str, is_used: impl Fn(u32) -> bool) -> Vec<u32> {
        if word.len() < MIN_MISSPELT || !word.bytes().all(|letter| letter.is_ascii_lowercase()) {
            return Vec::new();
        }
        let most = if word.len() <= 5 { 1 } else { 2 };
        let candidates = self
            .by_letter
            .get(&word.as_bytes()[0])
            .into_iter()
            .flatten();
        let mut found: Vec<(usize, u32)> = candidates
            .filter(|number| is_used(**number))
            .filter(|number| self.word(**number).len().abs_diff(word.len()) <= most)
            .map(|number| (osa_distance(word, self.word(*number)), *number))
            .filter(|(distance, _)| *distance <= most)
            .collect();
        found.sort_unstable();
        let best = found.first().map_or(0, |(distance, _)| *distance);
        let found = found
            .into_iter()
            .take_while(|(distance, _)| *distance == best);
        found.take(MAX_NEAR).map(|(_, number)| number).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_word_is_found() {
        let mut vocabulary = Vocabulary::default();
        for word in ["repository", "report", "file", "fill", "search", "search"] {
            vocabulary.add(word);
        }
        assert_eq!(vocabulary.len(), 5);
        let near = |word: &str| -> Vec<&str> {
            let near = vocabulary.near(word, |_| true);
            near.into_iter()
                .map(|number| vocabulary.word(number))
                .collect()
        };
        assert_eq!(near("repositry"), ["repository"]);
        assert_eq!(near("serch"), ["search"]);
        assert_eq!(near("fiel"), ["file", "fill"]);
        assert_eq!(near("filx"), ["file", "fill"]);
        for word in ["zebra", "fi", "", "파일", "r3p0"] {
            assert_eq!(near(word), Vec::<&str>::new(), "{word}");
        }
        assert!(vocabulary.near("serch", |_| false).is_empty());
    }
}
