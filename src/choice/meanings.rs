//! [`Meanings`]: the vectors of the sentences of a catalogue, as tasks are compared with them.
//!
//! [`Vectors`] has them as the embedder made them, and keeps them in a file. Here they are in the [`Whitening`] of the
//! catalogue, which is computed again only when the catalogue has grown or shrunk by half: all vectors change with it.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use toolwright_engines::embedding::Vector;

use super::{
    concepts::is_hangul,
    indexed_tool::Sentence,
    vectors::{SentenceKey, Vectors},
    whitening::{MIN_SAMPLE, Whitening},
};

/// The vectors of sentences in one space.
#[derive(Debug, Default)]
pub(super) struct Meanings {
    /// The space, or none where there are too few sentences for one.
    space: Option<Arc<Whitening>>,
    /// Of how many sentences the space is.
    size: usize,
    known: HashMap<SentenceKey, Vector>,
}

impl Meanings {
    /// Computes the space of some sentences, and the vectors in it.
    pub(super) fn of<'a>(
        sentences: impl Iterator<Item = &'a Sentence> + Clone,
        vectors: &Vectors,
    ) -> Self {
        let mut size = 0;
        let mut all: Vec<&[f32]> = Vec::new();
        for sentence in sentences.clone() {
            let Some(vector) = vectors.get(sentence.key) else {
                continue;
            };
            size += 1;
            // An encoder that knows English alone has the same vector for most texts in Hangul.
            if !sentence.text.chars().any(is_hangul) {
                all.push(vector);
            }
        }
        let mut meanings = Self {
            space: Whitening::of(&all).map(Arc::new),
            size,
            known: HashMap::new(),
        };
        for sentence in sentences {
            meanings.of_sentence(sentence.key, vectors);
        }
        meanings
    }

    /// Returns whether the space is to be computed again for so many sentences.
    pub(super) const fn is_due(&self, count: usize) -> bool {
        count >= MIN_SAMPLE && (2 * count > 3 * self.size || 2 * count < self.size)
    }

    /// Returns the vector of a sentence, if the embedder has made it.
    pub(super) fn of_sentence(&mut self, key: SentenceKey, vectors: &Vectors) -> Option<Vector> {
        if let Some(known) = self.known.get(&key) {
            return Some(Arc::clone(known));
        }
        let vector = match (&self.space, vectors.get(key)?) {
            (Some(space), vector) => space.apply(vector),
            (None, vector) => Arc::clone(vector),
        };
        self.known.insert(key, Arc::clone(&vector));
        Some(vector)
    }

    /// Returns the space.
    pub(super) fn space(&self) -> Option<Arc<Whitening>> {
        self.space.clone()
    }

    /// Removes the vectors of other sentences than these.
    pub(super) fn keep(&mut self, keys: &HashSet<SentenceKey>) {
        self.known.retain(|key, _| keys.contains(key));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_space_is_of_enough_sentences_and_of_about_as_many_as_there_are() {
        let of = |size, count| {
            let meanings = Meanings {
                size,
                ..Meanings::default()
            };
            meanings.is_due(count)
        };
        assert!(!of(0, MIN_SAMPLE - 1) && of(0, MIN_SAMPLE));
        assert!(!of(100, 150) && of(100, 151));
        assert!(!of(100, 50) && of(100, 49));
    }
}
