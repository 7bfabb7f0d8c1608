//! [`CatalogIndex`]: the tools of a catalogue, and how well each fits a task.
//!
//! A score has several parts: the words in each field (BM25F), the words of the nearest example, the concepts, the verb
//! of the request, and the similarity of meaning to the description and to the nearest example. A question does not
//! ask for a tool that changes something.

use std::{collections::HashMap, sync::Arc};

use toolwright::{Tool, catalog::Snapshot};
use toolwright_engines::embedding::Vector;

use super::{
    concepts::{Concepts, MAX_CONCEPTS, concepts_of, concepts_of_word, in_english},
    indexed_tool::{IndexedTool, Sentence, Verb},
    task::Task,
    vectors::{Vectors, product},
    vocabulary::Vocabulary,
};

/// The weights of the parts. They are the best on two thirds of the gold set (`tests/choice`).
const MEANING: f32 = 1.0;
/// How much of the meaning is that of the description; the rest is that of the nearest example.
const DESCRIBED: f32 = 0.2;
/// How much the nearest sentence of a description counts where there is no example.
const WITHOUT_EXAMPLE: f32 = 0.9;
const WORDS: f32 = 0.02;
const EXAMPLE_WORDS: f32 = 0.05;
const CONCEPTS: f32 = 0.06;
const EXAMPLE_CONCEPTS: f32 = 0.15;
const VERB: f32 = 0.15;
const SIMILAR_VERB: f32 = 0.8;
const CHANGING: f32 = 0.2;
const AGAINST: f32 = 0.03;
/// How much a word counts that is probably misspelt, and one that was translated.
const MISSPELT: f32 = 0.7;
const TRANSLATED: f32 = 0.7;
/// How much a concept counts that is in a description and not in the name.
const DESCRIBED_CONCEPT: f32 = 0.6;
/// An example with fewer words or concepts counts as one of this size.
const LEAST_WORDS: f32 = 4.0;
const LEAST_CONCEPTS: f32 = 3.0;
/// The most words of a task that are looked up as misspelt.
const MAX_MISSPELT: usize = 8;
/// With so many words of tools that are gone, all are read again.
const MAX_UNUSED_WORDS: usize = 50_000;

/// A task with its vector.
#[derive(Debug, Clone)]
pub(super) struct Query {
    pub(super) task: Task,
    /// The task in English words, if the encoder knows English alone and the task is in another language.
    pub(super) translation: Option<Task>,
    pub(super) vector: Option<Vector>,
}

/// How well a tool fits.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Score {
    pub(super) total: f32,
    /// The similarity to the nearest sentence of the tool, and its place.
    pub(super) similarity: f32,
    pub(super) sentence: usize,
    /// The similarity to the sentence that is next.
    pub(super) next_similarity: f32,
}

/// The words of a query by number.
struct QueryWords {
    /// The weight of each word of the vocabulary.
    weights: Vec<f32>,
}

/// The tools of a catalogue.
#[derive(Debug, Default)]
pub(super) struct CatalogIndex {
    vocabulary: Vocabulary,
    tools: Vec<Arc<IndexedTool>>,
    /// How many tools have each word.
    counts: Vec<u32>,
    /// How rare each word and each concept is.
    rarity: Vec<f32>,
    concept_rarity: Vec<f32>,
    /// The vectors of the sentences of each tool.
    vectors: Vec<Vec<Option<Vector>>>,
}

impl Query {
    /// Reads a task. With `is_english_only`, one in Korean is translated as far as possible.
    pub(super) fn new(task: Task, is_english_only: bool) -> Self {
        let translation =
            (is_english_only && task.is_korean).then(|| Task::new(&in_english(&task.text)));
        Self {
            task,
            translation,
            vector: None,
        }
    }

    /// Returns the text whose vector is compared, if there is enough of it.
    pub(super) fn text(&self) -> Option<&str> {
        let text = self
            .translation
            .as_ref()
            .map_or(&*self.task.text, |task| &*task.text);
        let letters = text.chars().filter(|letter| letter.is_alphanumeric());
        (letters.take(3).count() == 3).then_some(text)
    }
}

impl CatalogIndex {
    /// Takes over the tools of a catalogue. Those that did not change are not read again.
    pub(super) fn update(&mut self, snapshot: &Snapshot, is_searched: impl Fn(&str) -> bool) {
        let mut known: HashMap<String, Arc<IndexedTool>> = self
            .tools
            .drain(..)
            .map(|indexed| (indexed.tool.definition().name().to_owned(), indexed))
            .collect();
        let unused = self.counts.iter().filter(|count| **count == 0).count();
        if unused > MAX_UNUSED_WORDS {
            self.vocabulary = Vocabulary::default();
            known.clear();
        }
        for tool in snapshot.tools() {
            let name = tool.definition().name();
            if !is_searched(name) {
                continue;
            }
            let same = known
                .remove(name)
                .filter(|indexed| Arc::ptr_eq(&indexed.tool, tool));
            let indexed =
                same.unwrap_or_else(|| Arc::new(IndexedTool::new(tool, &mut self.vocabulary)));
            self.tools.push(indexed);
        }
        self.count();
    }

    /// Counts in how many tools each word and each concept is.
    fn count(&mut self) {
        self.counts = vec![0; self.vocabulary.len()];
        let mut concepts = vec![0_u32; MAX_CONCEPTS];
        for tool in &self.tools {
            for word in tool.words() {
                self.counts[word as usize] += 1;
            }
            for concept in bits(tool.concepts()) {
                concepts[concept] += 1;
            }
        }
        let all = self.tools.len();
        self.rarity = self
            .counts
            .iter()
            .map(|count| rarity(*count, all))
            .collect();
        self.concept_rarity = concepts.iter().map(|count| rarity(*count, all)).collect();
    }

    /// Takes the vectors that are there.
    pub(super) fn attach(&mut self, vectors: &Vectors) {
        let of = |tool: &Arc<IndexedTool>| {
            let sentences = tool.sentences.iter();
            sentences
                .map(|sentence| vectors.get(sentence.key).cloned())
                .collect()
        };
        self.vectors = self.tools.iter().map(of).collect();
    }

    /// Returns the sentences of all tools.
    pub(super) fn sentences(&self) -> impl Iterator<Item = &Sentence> {
        self.tools.iter().flat_map(|tool| &tool.sentences)
    }

    /// Returns the tool at a place.
    pub(super) fn tool(&self, place: usize) -> &Arc<dyn Tool> {
        &self.tools[place].tool
    }

    /// Returns a sentence of the tool at a place, if it is an example.
    pub(super) fn example(&self, place: usize, sentence: usize) -> Option<&str> {
        let tool = &self.tools[place];
        let is_example = sentence >= tool.described;
        is_example.then(|| tool.sentences.get(sentence).map(|sentence| &*sentence.text))?
    }

    /// Returns whether the tool at a place has examples.
    pub(super) fn has_examples(&self, place: usize) -> bool {
        !self.tools[place].examples.is_empty()
    }

    /// Returns the words that a tool shares with a task, as far as they are rare, at most `limit`.
    pub(super) fn shared_words(&self, place: usize, task: &Task, limit: usize) -> Vec<String> {
        let tool = &self.tools[place];
        let mut shared: Vec<(f32, &String)> = Vec::new();
        for word in &task.words {
            let number = self.vocabulary.get(word);
            let is_shared = number.is_some_and(|number| tool.words().any(|one| one == number));
            if is_shared && !shared.iter().any(|(_, one)| *one == word) {
                shared.push((self.rarity[number.unwrap_or_default() as usize], word));
            }
        }
        shared.sort_by(|left, right| right.0.total_cmp(&left.0));
        shared
            .into_iter()
            .take(limit)
            .map(|(_, word)| word.clone())
            .collect()
    }

    /// Returns how well each tool fits a task.
    pub(super) fn scores(&self, query: &Query) -> Vec<Score> {
        let words = self.words_of(&query.task);
        let translated = query.translation.as_ref().map(|task| self.words_of(task));
        let concepts = concepts_of(&query.task.text);
        let total: f32 = bits(concepts)
            .map(|concept| self.concept_rarity[concept])
            .sum();
        let verb = query.task.lead.as_ref().map(|word| self.verb(word));
        let places = 0..self.tools.len();
        places
            .map(|place| {
                let tool = &*self.tools[place];
                let mut score = self.meaning(place, query.vector.as_deref());
                score.total += self.by_words(tool, &words);
                if let Some(translated) = &translated {
                    score.total += TRANSLATED * WORDS * self.terms(tool, translated);
                }
                score.total += self.by_concepts(tool, concepts, total.sqrt());
                score.total += verb.map_or(0.0, |verb| VERB * kinship(tool, verb));
                if query.task.is_question && tool.is_changing {
                    score.total -= CHANGING;
                }
                score
            })
            .collect()
    }

    fn words_of(&self, task: &Task) -> QueryWords {
        let mut weights = vec![0.0_f32; self.vocabulary.len()];
        let mut misspelt = 0;
        for word in &task.words {
            let number = self
                .vocabulary
                .get(word)
                .filter(|number| self.is_used(*number));
            if let Some(number) = number {
                weights[number as usize] = 1.0;
                continue;
            }
            if misspelt == MAX_MISSPELT {
                continue;
            }
            misspelt += 1;
            let near = self.vocabulary.near(word, |number| self.is_used(number));
            #[expect(clippy::cast_precision_loss, reason = "there are at most three")]
            let weight = MISSPELT / (near.len().max(1) as f32).sqrt();
            for number in near {
                let known = &mut weights[number as usize];
                *known = known.max(weight);
            }
        }
        QueryWords { weights }
    }

    fn is_used(&self, number: u32) -> bool {
        self.counts
            .get(number as usize)
            .is_some_and(|count| *count > 0)
    }

    /// Returns the verb of a request, also of a misspelt one.
    fn verb(&self, word: &str) -> Verb {
        let known = self
            .vocabulary
            .get(word)
            .filter(|number| self.is_used(*number));
        let near = || {
            self.vocabulary
                .near(word, |number| self.is_used(number))
                .first()
                .copied()
        };
        let number = known.or_else(near);
        let meant = number.map_or(word, |number| self.vocabulary.word(number));
        Verb {
            word: number,
            concepts: concepts_of_word(meant),
        }
    }

    fn terms(&self, tool: &IndexedTool, words: &QueryWords) -> f32 {
        let terms = tool.terms.iter();
        terms
            .map(|(word, part)| words.weights[*word as usize] * self.rarity[*word as usize] * part)
            .sum()
    }

    fn by_words(&self, tool: &IndexedTool, words: &QueryWords) -> f32 {
        let weigh = |word: &u32| words.weights[*word as usize] * self.rarity[*word as usize];
        let example = tool.examples.iter().map(|example| {
            let shared: f32 = example.iter().map(weigh).sum();
            if shared == 0.0 {
                return 0.0;
            }
            let all: f32 = example.iter().map(|word| self.rarity[*word as usize]).sum();
            shared / all.max(LEAST_WORDS).sqrt()
        });
        let against: f32 = tool.against.iter().map(weigh).sum();
        WORDS * self.terms(tool, words) + EXAMPLE_WORDS * example.fold(0.0, f32::max)
            - AGAINST * against
    }

    fn by_concepts(&self, tool: &IndexedTool, concepts: Concepts, root: f32) -> f32 {
        if root == 0.0 {
            return 0.0;
        }
        let sum = |concepts: Concepts| {
            bits(concepts)
                .map(|concept| self.concept_rarity[concept])
                .sum::<f32>()
        };
        let named = sum(concepts & tool.name_concepts);
        let described = sum(concepts & tool.description_concepts & !tool.name_concepts);
        let example = tool
            .example_concepts
            .iter()
            .map(|example| match concepts & example {
                0 => 0.0,
                shared => sum(shared) / sum(*example).max(LEAST_CONCEPTS).sqrt(),
            });
        let text = named + DESCRIBED_CONCEPT * described;
        (CONCEPTS * text + EXAMPLE_CONCEPTS * example.fold(0.0, f32::max)) / root
    }

    /// Returns the similarity of meaning.
    fn meaning(&self, place: usize, vector: Option<&[f32]>) -> Score {
        let (Some(vector), Some(known)) = (vector, self.vectors.get(place)) else {
            return Score::default();
        };
        let tool = &*self.tools[place];
        let mut score = Score::default();
        let (mut first, mut described, mut example) = (0.0, 0.0_f32, f32::MIN);
        for (at, known) in known.iter().enumerate() {
            let similarity = known.as_deref().map_or(0.0, |known| product(known, vector));
            match at {
                0 => (first, described) = (similarity, similarity),
                at if at < tool.described => described = described.max(similarity),
                _ => example = example.max(similarity),
            }
            let is_compared = at >= tool.described || tool.examples.is_empty();
            if is_compared && similarity > score.similarity {
                (score.next_similarity, score.similarity, score.sentence) =
                    (score.similarity, similarity, at);
            } else if is_compared && similarity > score.next_similarity {
                score.next_similarity = similarity;
            }
        }
        if tool.examples.is_empty() {
            example = described * WITHOUT_EXAMPLE;
        }
        score.total = MEANING * ((1.0 - DESCRIBED) * example + DESCRIBED * first);
        score
    }
}

/// Returns how near the verb of a request is to those of a tool.
fn kinship(tool: &IndexedTool, verb: Verb) -> f32 {
    let nearness = tool.verbs.iter().map(|one| {
        if one.word == verb.word && verb.word.is_some() {
            1.0
        } else if one.concepts & verb.concepts != 0 {
            SIMILAR_VERB
        } else {
            0.0
        }
    });
    nearness.fold(0.0, f32::max)
}

/// Returns the numbers of the bits that are set.
fn bits(mut concepts: Concepts) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (concepts != 0).then(|| concepts.trailing_zeros() as usize)?;
        concepts &= concepts - 1;
        Some(lowest)
    })
}

/// Returns how much something counts that `count` of `all` tools have.
#[expect(clippy::cast_precision_loss, reason = "there are not that many tools")]
fn rarity(count: u32, all: usize) -> f32 {
    let count = count as f32;
    (1.0 + (all as f32 - count + 0.5) / (count + 0.5)).ln()
}
