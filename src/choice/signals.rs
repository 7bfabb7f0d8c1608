//! The signals of a score: what tells that a tool fits a task, one function each.
//!
//! A score is their weighted sum. `POST /api/v1/choose` returns the values with `explain`. The weights were fitted to the
//! examples of the tools of `tests/choice`, and not to its prompts: each example was asked for with the tools that had all
//! other examples. Those for tasks that the encoder does not understand were chosen by hand.

use toolwright_engines::embedding::Vector;

use super::{
    concepts::{Concepts, bits},
    entities::Entities,
    indexed_tool::{IndexedTool, Verb},
    task::Task,
};

/// How much a verb counts that means the same.
const SIMILAR_VERB: f32 = 0.8;
/// How much a word counts that was translated.
const TRANSLATED: f32 = 0.7;
/// How much a concept counts that is in a description and not in the name.
const DESCRIBED_CONCEPT: f32 = 0.6;
/// An example with fewer words or concepts counts as one of this size.
const LEAST_WORDS: f32 = 4.0;
const LEAST_CONCEPTS: f32 = 3.0;

/// A signal: its name, its weights, and its value for a task and a tool.
pub(super) struct Signal {
    pub(super) name: &'static str,
    /// The weight for a task that the encoder understands.
    weight: f32,
    /// The weight for another task, and where there are no vectors.
    by_words: f32,
    value: fn(&Pair<'_>) -> f32,
}

/// How near the meaning of a task is to that of a tool.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Meaning {
    /// The mean similarity to the two nearest examples, or that to the description where there is none.
    pub(super) example: f32,
    /// The similarity to the nearest of the first sentences of the description.
    pub(super) description: f32,
}

/// A task and a tool that are compared.
pub(super) struct Pair<'a> {
    pub(super) read: &'a ReadTask<'a>,
    pub(super) tool: &'a IndexedTool,
    pub(super) meaning: Meaning,
}

/// A task, as the signals need it.
pub(super) struct ReadTask<'a> {
    pub(super) task: &'a Task,
    /// The vector of the task, in the space of the catalogue.
    pub(super) vector: Option<Vector>,
    /// Whether the encoder understands the task.
    pub(super) is_understood: bool,
    /// How much each word of the vocabulary counts in the task, and in its translation: more if it is rare.
    pub(super) words: Vec<f32>,
    pub(super) translated: Option<Vec<f32>>,
    /// How much all words of the task count.
    pub(super) word_weight: f32,
    /// How rare each word and each concept is.
    pub(super) rarity: &'a [f32],
    pub(super) concept_rarity: &'a [f32],
    pub(super) concepts: Concepts,
    /// How rare the concepts of the task are together.
    pub(super) concept_weight: f32,
    pub(super) verb: Option<Verb>,
    /// How likely it is that the task is about the world, and not about what a tool is for.
    pub(super) world: f32,
    /// Whether it asks about this time.
    pub(super) asks_about_now: bool,
}

const fn signal(
    name: &'static str,
    weight: f32,
    by_words: f32,
    value: fn(&Pair<'_>) -> f32,
) -> Signal {
    Signal {
        name,
        weight,
        by_words,
        value,
    }
}

/// How many signals there are.
pub(super) const COUNT: usize = 15;

/// All signals.
pub(super) const SIGNALS: [Signal; COUNT] = [
    signal("example", 0.74, 0.8, |pair| pair.meaning.example),
    signal("description", 0.44, 0.2, |pair| pair.meaning.description),
    signal("words", 0.014, 0.02, |pair| {
        terms(&pair.tool.terms, &pair.read.words)
    }),
    signal("all_words", 0.046, 0.0, all_words),
    signal("translated", 0.0, 0.02, translated),
    signal("example_words", -0.032, 0.05, example_words),
    signal("concepts", 0.039, 0.06, concepts),
    signal("example_concepts", 0.134, 0.15, example_concepts),
    signal("verb", 0.086, 0.15, verb),
    signal("changes", -0.23, -0.2, |pair| {
        truth(pair.read.task.is_question && pair.tool.is_changing)
    }),
    signal("against", -0.083, -0.03, |pair| {
        shared(&pair.tool.against, &pair.read.words)
    }),
    signal("takes_thing", 0.092, 0.05, takes_thing),
    signal("number", 0.013, 0.03, number),
    signal("world", 0.088, 0.1, |pair| {
        truth(pair.tool.searches_web && pair.read.asks_about_now) * pair.read.world
    }),
    signal("open_question", 0.099, 0.0, |pair| {
        truth(pair.tool.searches_web && pair.read.task.is_question) * pair.read.world
    }),
];

/// Returns the score of a pair.
pub(super) fn score(pair: &Pair<'_>) -> f32 {
    let weight = |signal: &Signal| match pair.read.is_understood {
        true => signal.weight,
        false => signal.by_words,
    };
    let parts = SIGNALS.iter().map(|signal| (weight(signal), signal.value));
    let counting = parts.filter(|(weight, _)| *weight != 0.0);
    counting.map(|(weight, value)| weight * value(pair)).sum()
}

/// Returns the value of each signal, in their order.
pub(super) fn values(pair: &Pair<'_>) -> [f32; COUNT] {
    SIGNALS.map(|signal| (signal.value)(pair))
}

const fn truth(is_true: bool) -> f32 {
    if is_true { 1.0 } else { 0.0 }
}

/// Returns how much the words weigh that are in the task.
fn shared(words: &[u32], weights: &[f32]) -> f32 {
    words.iter().map(|word| weights[*word as usize]).sum()
}

/// Returns how much the words weigh that are in the task, by BM25F.
fn terms(terms: &[(u32, f32)], weights: &[f32]) -> f32 {
    terms
        .iter()
        .map(|(word, part)| weights[*word as usize] * part)
        .sum()
}

fn translated(pair: &Pair<'_>) -> f32 {
    let weights = pair.read.translated.as_ref();
    weights.map_or(0.0, |weights| TRANSLATED * terms(&pair.tool.terms, weights))
}

/// The words in all fields and all examples, as a part of those of the task.
fn all_words(pair: &Pair<'_>) -> f32 {
    share(
        terms(&pair.tool.all_terms, &pair.read.words),
        pair.read.word_weight,
    )
}

/// The words of the nearest example.
fn example_words(pair: &Pair<'_>) -> f32 {
    let read = pair.read;
    let nearness = pair.tool.examples.iter().map(|example| {
        let common = shared(example, &read.words);
        if common == 0.0 {
            return 0.0;
        }
        common / shared(example, read.rarity).max(LEAST_WORDS).sqrt()
    });
    nearness.fold(0.0, f32::max)
}

fn weight_of(pair: &Pair<'_>, concepts: Concepts) -> f32 {
    bits(concepts)
        .map(|concept| pair.read.concept_rarity[concept])
        .sum()
}

/// The concepts of the name and of the description.
fn concepts(pair: &Pair<'_>) -> f32 {
    let (tool, concepts) = (pair.tool, pair.read.concepts);
    let named = weight_of(pair, concepts & tool.name_concepts);
    let described = weight_of(
        pair,
        concepts & tool.description_concepts & !tool.name_concepts,
    );
    share(
        named + DESCRIBED_CONCEPT * described,
        pair.read.concept_weight,
    )
}

/// The concepts of the nearest example.
fn example_concepts(pair: &Pair<'_>) -> f32 {
    let nearness =
        pair.tool
            .example_concepts
            .iter()
            .map(|example| match pair.read.concepts & example {
                0 => 0.0,
                shared => {
                    weight_of(pair, shared) / weight_of(pair, *example).max(LEAST_CONCEPTS).sqrt()
                }
            });
    share(nearness.fold(0.0, f32::max), pair.read.concept_weight)
}

fn share(part: f32, all: f32) -> f32 {
    if all == 0.0 { 0.0 } else { part / all.sqrt() }
}

/// How near the verb of a request is to those of the tool.
fn verb(pair: &Pair<'_>) -> f32 {
    let Some(verb) = pair.read.verb else {
        return 0.0;
    };
    let nearness = pair.tool.verbs.iter().map(|one| {
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

/// Which part of the things that the task names the tool takes: a path, an identifier.
fn takes_thing(pair: &Pair<'_>) -> f32 {
    let named = pair.read.task.entities & Entities::THINGS;
    match named.is_empty() {
        true => 0.0,
        false => (named & pair.tool.takes).count() / named.count(),
    }
}

/// Whether the task speaks of one thing or of several as the name of the tool does: `issue` as `get_issue`.
fn number(pair: &Pair<'_>) -> f32 {
    let nouns = pair.tool.nouns.iter();
    let agreement = nouns.filter_map(|(noun, is_plural)| {
        let in_task = pair.read.task.nouns.iter().find(|(word, _)| word == noun)?;
        Some(if in_task.1 == *is_plural { 1.0 } else { -1.0 })
    });
    agreement.sum()
}
