//! [`Choice`]: the answer to the question which tools fit a task.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{
    catalog_index::CatalogIndex,
    fit::Fit,
    search::{Hit, Search},
    signals::SIGNALS,
};

/// How many shared words an explanation names.
const NAMED_WORDS: usize = 5;

/// The tools that fit a task.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Choice {
    /// Whether the first tools fit, no tool does, or a person has to be asked first.
    pub(crate) fit: Fit,
    /// The next step, in words.
    pub(crate) advice: String,
    /// The tools, best first.
    pub(crate) tools: Vec<ChosenTool>,
    /// Whether all tools were compared by meaning, or some by their words alone since they are new.
    pub(crate) by_meaning: bool,
}

/// A tool that fits a task.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ChosenTool {
    /// Its name, for `call_tool`.
    pub(crate) name: String,
    /// Its description.
    pub(crate) description: String,
    /// The JSON schema of its arguments.
    pub(crate) input_schema: Map<String, Value>,
    /// How well it fits. Scores of one answer can be compared.
    pub(crate) score: f32,
    /// Why it was found: the nearest of its examples, and the words that it shares with the task.
    pub(crate) why: String,
    /// The value of each signal, if an explanation was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) signals: Option<BTreeMap<&'static str, f32>>,
}

impl ChosenTool {
    /// Describes a tool that was found.
    pub(super) fn of(index: &CatalogIndex, hit: Hit, search: &Search) -> Self {
        let definition = index.tool(hit.place).definition();
        let example = index
            .example(hit.place, hit.score.sentence)
            .filter(|_| hit.score.similarity > 0.0);
        let example = example.map(|example| format!("like its example \"{example}\""));
        let words = index.shared_words(hit.place, &search.form().task, NAMED_WORDS);
        let words = (!words.is_empty()).then(|| format!("shares the words {}", words.join(", ")));
        let reasons: Vec<String> = example.into_iter().chain(words).collect();
        Self {
            name: definition.name().to_owned(),
            description: definition.description().to_owned(),
            input_schema: definition.input_schema().clone(),
            score: (hit.score.total * 1000.0).round() / 1000.0,
            why: match reasons.is_empty() {
                true => "nothing is nearer".to_owned(),
                false => reasons.join("; "),
            },
            signals: None,
        }
    }
}

impl Choice {
    /// Adds the values of the signals to the tools, which are those of the `hits`.
    pub(super) fn explain(&mut self, index: &CatalogIndex, hits: &[Hit], search: &Search) {
        let places = hits.iter().map(|hit| hit.place);
        let values = index.signals(search.form(), places);
        for (tool, values) in self.tools.iter_mut().zip(values) {
            let names = SIGNALS.iter().map(|signal| signal.name);
            tool.signals = Some(names.zip(values).collect());
        }
    }

    /// Returns the advice for a judgement. `asks` says whether the caller may call `request_human_input`.
    pub(super) fn advice(fit: Fit, asks: bool, is_empty: bool) -> String {
        let text = match (fit, asks) {
            _ if is_empty => "There are no tools: answer yourself.",
            (Fit::Tool, _) => {
                "Call the first tool that fits, with `call_tool` if it is not in your list of tools."
            }
            (Fit::Nothing, _) => {
                "No tool fits: answer yourself. The nearest tools are listed in case the task needs one after all."
            }
            (Fit::AskPerson, true) => {
                "The task lacks something that a tool needs: ask the person with `request_human_input` before you call another tool."
            }
            (Fit::AskPerson, false) => {
                "The task lacks something that a tool needs: ask the person before you call a tool."
            }
        };
        text.to_owned()
    }
}
