//! [`Fit`]: whether any tool fits a task at all.
//!
//! A similarity alone does not tell conversation from tasks. So a task is also compared with sentences that need no
//! tool, and with sentences that lack what any tool needs. What tells one kind from the other is weighed; the weights were
//! fitted to these sentences and to the examples of the tools of `tests/choice`, and the limits are such that about one
//! example in twenty is taken for something else.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use super::{
    particulars::without_particulars,
    task::Task,
    vectors::{SentenceKey, Vectors, product},
    words::words,
};

/// How many of the nearest sentences are averaged: a few for tasks that lack something, since they are short and alike.
const NEAREST: usize = 4;
const NEAREST_ASK: usize = 2;
/// The most words of a task, and of those that refer to something else, that are counted.
const MAX_COUNTED: usize = 12;
const MAX_REFERRING: usize = 2;
/// Words that refer to what was said before, or to what only the person knows.
const REFERRING: &str = "it its that this these those them they him her he she his their one ones same other others \
    again usual usually always agreed discussed decided mentioned told promised talked right correct better best prefer \
    somewhere something someone there";
/// How much nearer a task must be to one that lacks something than to a tool, and the most words of such a task, for
/// another encoder than the embedded one.
const MARGIN: f32 = 0.015;
const MAX_ASK: usize = 8;
/// The most words of a Korean task that lacks something.
const MAX_ASK_KOREAN: usize = 12;
/// A Korean task with a lower score asks for no tool, by the words alone.
const LEAST_SCORE: f32 = 0.25;
/// How much of its words a Korean task shares with one that needs no tool.
const SHARED_WORDS: f32 = 1.2;
/// Korean words for what was said before.
const UNNAMED: [&str; 12] = [
    "그거",
    "그걸",
    "이거",
    "이걸",
    "저거",
    "그것",
    "그 사람",
    "그분",
    "아까",
    "저번",
    "똑같",
    "내가 말한",
];

/// Whether a tool fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Fit {
    /// The first tools fit.
    Tool,
    /// No tool fits: the task needs none.
    Nothing,
    /// The task lacks what a tool needs: a person has to be asked.
    AskPerson,
}

/// Sentences of one kind.
#[derive(Debug)]
struct Kind {
    /// The texts that are embedded.
    compared: Vec<String>,
    keys: Vec<SentenceKey>,
    words: Vec<Vec<String>>,
}

/// The sentences that tasks are compared with.
#[derive(Debug)]
pub(super) struct FitSentences {
    without: Kind,
    ask: Kind,
}

/// What is known about a task when it is judged.
#[derive(Debug, Clone)]
pub(super) struct Evidence<'a> {
    pub(super) task: &'a Task,
    /// The vector of the task.
    pub(super) vector: Option<&'a [f32]>,
    /// The best score of a tool.
    pub(super) best: f32,
    /// The similarities to the sentences of the best tools.
    pub(super) similar: Vec<f32>,
    /// Whether the encoder knows English alone.
    pub(super) is_english_only: bool,
}

impl Kind {
    fn parse(text: &str) -> Self {
        let lines = text
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty());
        let texts: Vec<&str> = lines.collect();
        let compared: Vec<String> = texts.iter().map(|text| without_particulars(text)).collect();
        Self {
            keys: compared.iter().map(|text| SentenceKey::of(text)).collect(),
            words: texts.iter().map(|text| words(text, 50)).collect(),
            compared,
        }
    }

    /// Returns the similarities to its sentences.
    fn similarities(&self, vector: &[f32], vectors: &Vectors) -> Vec<f32> {
        let known = self.keys.iter().filter_map(|key| vectors.get(*key));
        known.map(|known| product(known, vector)).collect()
    }

    /// Returns how many of its words a task shares with the sentence that is nearest by words.
    fn shared(&self, task: &Task) -> f32 {
        let shared = self.words.iter().map(|sentence| {
            let common = task
                .words
                .iter()
                .filter(|word| sentence.contains(word))
                .count();
            let all = task.words.len() + sentence.len() - common;
            #[expect(clippy::cast_precision_loss, reason = "a sentence has a few words")]
            let share = common as f32 / (all.max(1) as f32).sqrt();
            share
        });
        shared.fold(0.0, f32::max)
    }
}

/// Returns the mean of the `count` largest numbers.
fn nearest(all: &[f32], count: usize) -> f32 {
    let mut all = all.to_vec();
    all.sort_unstable_by(|left, right| right.total_cmp(left));
    all.truncate(count);
    #[expect(clippy::cast_precision_loss, reason = "there are at most four")]
    let count = all.len().max(1) as f32;
    all.iter().sum::<f32>() / count
}

/// Returns how many different words of a text refer to something that is not in it.
fn referring(text: &str) -> usize {
    let lower = text.to_lowercase();
    let words = lower.split(|letter: char| !letter.is_alphanumeric());
    let found: BTreeSet<&str> = words
        .filter(|word| REFERRING.split_whitespace().any(|one| one == *word))
        .collect();
    found.len()
}

const fn truth(is_true: bool) -> f32 {
    if is_true { 1.0 } else { 0.0 }
}

impl FitSentences {
    /// Reads the sentences.
    pub(super) fn new() -> Self {
        Self {
            without: Kind::parse(include_str!("without_tool.txt")),
            ask: Kind::parse(include_str!("ask_person.txt")),
        }
    }

    /// Returns the sentences, which have vectors too.
    pub(super) fn texts(&self) -> impl Iterator<Item = (&str, SentenceKey)> {
        [&self.without, &self.ask].into_iter().flat_map(|kind| {
            kind.compared
                .iter()
                .map(String::as_str)
                .zip(kind.keys.iter().copied())
        })
    }

    /// Returns whether a tool fits.
    pub(super) fn judge(&self, evidence: &Evidence<'_>, vectors: &Vectors) -> Fit {
        if evidence.task.is_korean && evidence.is_english_only {
            return self.judge_by_words(evidence);
        }
        let Some(vector) = evidence.vector else {
            return if evidence.best > 0.0 {
                Fit::Tool
            } else {
                Fit::Nothing
            };
        };
        let without = self.without.similarities(vector, vectors);
        let ask = self.ask.similarities(vector, vectors);
        if !evidence.is_english_only {
            return by_nearest(evidence, &without, &ask);
        }
        let lacks = lacks_something(evidence, &without, &ask);
        let needs_none = needs_no_tool(evidence, &without);
        if lacks > 0.0 && lacks > needs_none {
            Fit::AskPerson
        } else if needs_none > 0.0 {
            Fit::Nothing
        } else {
            Fit::Tool
        }
    }

    /// Judges a task in a language that the encoder does not know.
    fn judge_by_words(&self, evidence: &Evidence<'_>) -> Fit {
        let task = evidence.task;
        let is_unnamed = UNNAMED.iter().any(|word| task.text.contains(word));
        if is_unnamed && task.words.len() <= MAX_ASK_KOREAN && !task.names_something() {
            return Fit::AskPerson;
        }
        let is_nothing = evidence.best < LEAST_SCORE || self.without.shared(task) >= SHARED_WORDS;
        if is_nothing { Fit::Nothing } else { Fit::Tool }
    }
}

/// Judges by the nearest sentences alone, for an encoder that nothing was fitted to.
fn by_nearest(evidence: &Evidence<'_>, without: &[f32], ask: &[f32]) -> Fit {
    let [tool, without, ask] =
        [&evidence.similar[..], without, ask].map(|all| nearest(all, NEAREST_ASK));
    let is_short = evidence.task.words.len() <= MAX_ASK;
    let is_bare = is_short && !evidence.task.names_something();
    if ask > tool + MARGIN && ask > without && is_bare {
        Fit::AskPerson
    } else if without > tool {
        Fit::Nothing
    } else {
        Fit::Tool
    }
}

/// Returns how much speaks for it that a task needs no tool, more than 0 if it is enough.
fn needs_no_tool(evidence: &Evidence<'_>, without: &[f32]) -> f32 {
    let task = evidence.task;
    14.8 * nearest(without, NEAREST)
        - 13.0 * nearest(&evidence.similar, NEAREST)
        - 4.1 * evidence.best
        - 1.28 * truth(task.is_present)
        - 1.64 * truth(!task.entities.is_empty())
        + 0.89
}

/// Returns how much speaks for it that a task lacks what a tool needs, more than 0 if it is enough.
fn lacks_something(evidence: &Evidence<'_>, without: &[f32], ask: &[f32]) -> f32 {
    let task = evidence.task;
    #[expect(clippy::cast_precision_loss, reason = "both are small")]
    let (words, referring) = (
        task.words.len().min(MAX_COUNTED) as f32,
        referring(&task.text).min(MAX_REFERRING) as f32,
    );
    13.1 * nearest(ask, NEAREST_ASK)
        - 0.8 * nearest(&evidence.similar, NEAREST_ASK)
        - 1.7 * nearest(without, NEAREST_ASK)
        - 4.2 * truth(task.names_something())
        - 0.9 * words
        + 1.3 * referring
        - 3.55
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(text: &str, best: f32) -> Fit {
        let vectors = Vectors::open(std::env::temp_dir().join("toolwright-choice-none"), "none");
        let evidence = Evidence {
            task: &Task::new(text),
            vector: None,
            best,
            similar: Vec::new(),
            is_english_only: true,
        };
        FitSentences::new().judge(&evidence, &vectors)
    }

    #[test]
    fn without_vectors_words_decide() {
        assert_eq!(judged("Read the file.", 0.4), Fit::Tool);
        assert_eq!(judged("Read the file.", 0.0), Fit::Nothing);
        assert_eq!(judged("", 0.0), Fit::Nothing);
        assert_eq!(judged("파일을 읽어줘", 0.4), Fit::Tool);
        assert_eq!(judged("파일을 읽어줘", 0.1), Fit::Nothing);
        assert_eq!(judged("그거 보내줘", 0.9), Fit::AskPerson);
        assert_eq!(judged("그거 a@b.kr 로 보내줘", 0.9), Fit::Tool);
        assert_eq!(judged("안녕하세요", 0.9), Fit::Nothing);
    }

    #[test]
    fn the_nearest_are_averaged() {
        assert!((nearest(&[0.1, 0.9, 0.7], 2) - 0.8).abs() < 1e-6);
        assert_eq!(nearest(&[], 4), 0.0);
        assert_eq!(nearest(&[0.5], 4), 0.5);
    }

    #[test]
    fn words_that_refer_to_something_else_are_counted_once() {
        assert_eq!(referring("Send it to them, and it again."), 3);
        assert_eq!(referring("Read notes.txt."), 0);
        assert_eq!(referring(""), 0);
    }
}
