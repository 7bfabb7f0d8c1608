//! [`Fit`]: whether any tool fits a task at all.
//!
//! A similarity alone does not tell conversation from tasks. So a task is also compared with sentences that need no
//! tool, and with sentences that lack what any tool needs. It is told by which of the three it is nearest to.

use schemars::JsonSchema;
use serde::Serialize;

use super::{
    task::Task,
    vectors::{SentenceKey, Vectors, product},
    words::words,
};

/// How many of the nearest sentences are averaged.
const NEAREST: usize = 2;
/// The least similarity, of the embedded encoder, to a sentence of a kind.
const LEAST_WITHOUT: f32 = 0.32;
const LEAST_ASK: f32 = 0.5;
/// How much nearer a task must be to a question that lacks something than to a tool.
const MARGIN: f32 = 0.015;
/// The most words of a task that lacks something.
const MAX_ASK: usize = 8;
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
    texts: Vec<String>,
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
#[derive(Debug, Clone, Copy)]
pub(super) struct Evidence<'a> {
    pub(super) task: &'a Task,
    /// The vector of the task.
    pub(super) vector: Option<&'a [f32]>,
    /// The best score of a tool.
    pub(super) best: f32,
    /// The similarity to the nearest sentences of tools.
    pub(super) nearest: f32,
    /// Whether the encoder knows English alone.
    pub(super) is_english_only: bool,
}

impl Kind {
    fn parse(text: &str) -> Self {
        let lines = text
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty());
        let texts: Vec<String> = lines.map(str::to_owned).collect();
        Self {
            keys: texts.iter().map(|text| SentenceKey::of(text)).collect(),
            words: texts.iter().map(|text| words(text, 50)).collect(),
            texts,
        }
    }

    /// Returns the mean similarity to the nearest sentences.
    fn similarity(&self, vector: &[f32], vectors: &Vectors) -> f32 {
        let known = self.keys.iter().filter_map(|key| vectors.get(*key));
        nearest(known.map(|known| product(known, vector)).collect())
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

/// Returns the mean of the largest numbers.
pub(super) fn nearest(mut all: Vec<f32>) -> f32 {
    all.sort_unstable_by(|left, right| right.total_cmp(left));
    all.truncate(NEAREST);
    #[expect(clippy::cast_precision_loss, reason = "there are two")]
    let count = all.len().max(1) as f32;
    all.iter().sum::<f32>() / count
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
            kind.texts
                .iter()
                .map(String::as_str)
                .zip(kind.keys.iter().copied())
        })
    }

    /// Returns whether a tool fits.
    pub(super) fn judge(&self, evidence: Evidence<'_>, vectors: &Vectors) -> Fit {
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
        let without = self.without.similarity(vector, vectors);
        let ask = self.ask.similarity(vector, vectors);
        let is_enough =
            |similarity: f32, least: f32| !evidence.is_english_only || similarity >= least;
        let is_short = evidence.task.words.len() <= MAX_ASK;
        let lacks = ask > evidence.nearest + MARGIN && ask > without && is_enough(ask, LEAST_ASK);
        if lacks && is_short && !evidence.task.names_something() {
            return Fit::AskPerson;
        }
        match without > evidence.nearest && is_enough(without, LEAST_WITHOUT) {
            true => Fit::Nothing,
            false => Fit::Tool,
        }
    }

    /// Judges a task in a language that the encoder does not know.
    fn judge_by_words(&self, evidence: Evidence<'_>) -> Fit {
        let task = evidence.task;
        let is_unnamed = UNNAMED.iter().any(|word| task.text.contains(word));
        if is_unnamed && task.words.len() <= MAX_ASK_KOREAN && !task.names_something() {
            return Fit::AskPerson;
        }
        let is_nothing = evidence.best < LEAST_SCORE || self.without.shared(task) >= SHARED_WORDS;
        if is_nothing { Fit::Nothing } else { Fit::Tool }
    }
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
            nearest: 0.0,
            is_english_only: true,
        };
        FitSentences::new().judge(evidence, &vectors)
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
        assert!((nearest(vec![0.1, 0.9, 0.7]) - 0.8).abs() < 1e-6);
        assert_eq!(nearest(Vec::new()), 0.0);
        assert_eq!(nearest(vec![0.5]), 0.5);
    }
}
