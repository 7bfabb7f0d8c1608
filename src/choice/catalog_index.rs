//! [`CatalogIndex`]: the tools of a catalogue, and how well each fits a task.
//!
//! What a score consists of is in `signals`.

use std::{collections::HashMap, sync::Arc};

use toolwright::{Tool, catalog::Snapshot};
use toolwright_engines::embedding::Vector;

use super::{
    concepts::{MAX_CONCEPTS, bits, concepts_of, concepts_of_word, in_english},
    indexed_tool::{IndexedTool, Sentence, Verb},
    meanings::Meanings,
    particulars::without_particulars,
    signals::{self, Meaning, Pair, ReadTask},
    task::Task,
    vectors::{Vectors, product},
    vocabulary::Vocabulary,
    whitening::Whitening,
};

/// How much the nearest sentence of a description counts where there is no example.
const WITHOUT_EXAMPLE: f32 = 0.9;
/// How much a word counts that is probably misspelt.
const MISSPELT: f32 = 0.7;
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
    /// Whether a word is a noun in the name of a tool.
    named: Vec<bool>,
    /// The vectors of the sentences of each tool.
    vectors: Vec<Vec<Option<Vector>>>,
    /// The space of these vectors.
    space: Option<Arc<Whitening>>,
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
    pub(super) fn text(&self) -> Option<String> {
        let text = self
            .translation
            .as_ref()
            .map_or(&*self.task.text, |task| &*task.text);
        let text = without_particulars(text);
        let letters = text.chars().filter(|letter| letter.is_alphanumeric());
        let is_enough = letters.take(3).count() == 3;
        is_enough.then_some(text)
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
        self.named = vec![false; self.vocabulary.len()];
        for (noun, _) in self
            .tools
            .iter()
            .filter(|tool| !tool.searches_web)
            .flat_map(|tool| &tool.nouns)
        {
            if let Some(number) = self.vocabulary.get(noun) {
                self.named[number as usize] = true;
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
    pub(super) fn attach(&mut self, meanings: &mut Meanings, vectors: &Vectors) {
        let mut of = |sentence: &Sentence| meanings.of_sentence(sentence.key, vectors);
        let tools = self.tools.iter();
        let known = tools.map(|tool| tool.sentences.iter().map(&mut of).collect());
        self.vectors = known.collect();
        self.space = meanings.space();
        let waiting = self.vectors.iter().filter(|known| known.contains(&None));
        // Tools whose vectors are still being made would come after all others.
        if 10 * waiting.count() > self.tools.len() {
            self.detach();
        }
    }

    /// Compares the tools by their words alone from now on.
    pub(super) fn detach(&mut self) {
        self.vectors.clear();
    }

    /// Returns how many sentences have a vector.
    pub(super) fn embedded(&self, vectors: &Vectors) -> usize {
        let is_known = |sentence: &&Sentence| vectors.get(sentence.key).is_some();
        self.sentences().filter(is_known).count()
    }

    /// Returns the similarities of a vector of the embedder to the sentences that the tool at a place is found by: its
    /// examples, or those of its description.
    pub(super) fn similarities(
        &self,
        place: usize,
        vector: &Vector,
        vectors: &Vectors,
    ) -> Vec<f32> {
        let tool = &self.tools[place];
        let first = match tool.examples.is_empty() {
            true => 0,
            false => tool.described,
        };
        let known = tool.sentences.iter().skip(first);
        let known = known.filter_map(|sentence| vectors.get(sentence.key));
        known.map(|known| product(known, vector)).collect()
    }

    /// Returns the sentences of all tools.
    pub(super) fn sentences(&self) -> impl Iterator<Item = &Sentence> + Clone {
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
        let read = self.read(query);
        let places = 0..self.tools.len();
        places
            .map(|place| {
                let (mut score, meaning) = self.meaning(place, read.vector.as_deref());
                score.total = signals::score(&self.pair(place, &read, meaning));
                score
            })
            .collect()
    }

    /// Returns the value of each signal for the tools at some places.
    pub(super) fn signals(
        &self,
        query: &Query,
        places: impl Iterator<Item = usize>,
    ) -> Vec<[f32; signals::COUNT]> {
        let read = self.read(query);
        let values = places.map(|place| {
            let (_, meaning) = self.meaning(place, read.vector.as_deref());
            signals::values(&self.pair(place, &read, meaning))
        });
        values.collect()
    }

    fn pair<'a>(&'a self, place: usize, read: &'a ReadTask<'a>, meaning: Meaning) -> Pair<'a> {
        Pair {
            read,
            tool: &self.tools[place],
            meaning,
        }
    }

    /// Reads a task.
    fn read<'a>(&'a self, query: &'a Query) -> ReadTask<'a> {
        let task = &query.task;
        let concepts = concepts_of(&task.text);
        let words = self.words_of(task);
        // Words of names of tools say that the task is about what a tool is for.
        let named = words
            .iter()
            .zip(&self.named)
            .filter(|(weight, is_named)| **weight > 0.0 && **is_named)
            .count();
        let asks = task.is_question || concepts & concepts_of_word("search") != 0;
        let world = 1.0 / (1.0 + named as f32);
        let of_task = |vector: &Vector| match &self.space {
            Some(space) => space.apply(vector),
            None => Arc::clone(vector),
        };
        let vector = query.vector.as_ref().filter(|_| !self.vectors.is_empty());
        ReadTask {
            task,
            is_understood: vector.is_some() && query.translation.is_none(),
            vector: vector.map(of_task),
            word_weight: words.iter().sum(),
            words,
            translated: query.translation.as_ref().map(|task| self.words_of(task)),
            rarity: &self.rarity,
            concept_rarity: &self.concept_rarity,
            concepts,
            concept_weight: bits(concepts)
                .map(|concept| self.concept_rarity[concept])
                .sum(),
            verb: task.lead.as_ref().map(|word| self.verb(word)),
            world,
            asks_about_now: task.is_present && asks,
        }
    }

    /// Returns how much each word of the vocabulary counts in a task.
    fn words_of(&self, task: &Task) -> Vec<f32> {
        let mut weights = vec![0.0_f32; self.vocabulary.len()];
        let mut misspelt = 0;
        for word in &task.words {
            let number = self
                .vocabulary
                .get(word)
                .filter(|number| self.is_used(*number));
            if let Some(number) = number {
                weights[number as usize] = self.rarity[number as usize];
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
                *known = known.max(weight * self.rarity[number as usize]);
            }
        }
        weights
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

    /// Returns the similarity of meaning.
    fn meaning(&self, place: usize, vector: Option<&[f32]>) -> (Score, Meaning) {
        let (mut score, mut meaning) = (Score::default(), Meaning::default());
        let (Some(vector), Some(known)) = (vector, self.vectors.get(place)) else {
            return (score, meaning);
        };
        let tool = &*self.tools[place];
        let mut nearest = [f32::MIN; 2];
        for (at, known) in known.iter().enumerate() {
            let similarity = known.as_deref().map_or(0.0, |known| product(known, vector));
            let is_example = at >= tool.described;
            if !is_example {
                meaning.description = meaning.description.max(similarity);
            } else if similarity > nearest[0] {
                nearest = [similarity, nearest[0]];
            } else {
                nearest[1] = nearest[1].max(similarity);
            }
            let is_compared = is_example || tool.examples.is_empty();
            if is_compared && similarity > score.similarity {
                (score.similarity, score.sentence) = (similarity, at);
            }
        }
        meaning.example = match tool.examples.len() {
            0 => meaning.description * WITHOUT_EXAMPLE,
            1 => nearest[0],
            _ => f32::midpoint(nearest[0], nearest[1]),
        };
        (score, meaning)
    }
}

/// Returns how much something counts that `count` of `all` tools have.
#[expect(clippy::cast_precision_loss, reason = "there are not that many tools")]
fn rarity(count: u32, all: usize) -> f32 {
    let count = count as f32;
    (1.0 + (all as f32 - count + 0.5) / (count + 0.5)).ln()
}
