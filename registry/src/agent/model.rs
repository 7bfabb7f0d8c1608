//! [`ModelProvider`] and [`ModelParameters`]: whose model an agent is, and how it is asked.

use std::{fmt, ops::RangeInclusive};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{jsonc::Node, texts};

/// The provider of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ModelProvider {
    /// Claude.
    Anthropic,
    /// GPT.
    OpenAi,
    /// GLM.
    ZhipuAi,
}

impl ModelProvider {
    /// All providers.
    pub const ALL: [Self; 3] = [Self::Anthropic, Self::OpenAi, Self::ZhipuAi];

    /// Returns the name, as definitions have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Anthropic => "anthropic",
            Self::OpenAi => "openai",
            Self::ZhipuAi => "zhipuai",
        }
    }

    /// Returns the temperatures that its API accepts.
    pub const fn temperatures(self) -> RangeInclusive<f64> {
        match self {
            Self::OpenAi => 0.0..=2.0,
            Self::Anthropic | Self::ZhipuAi => 0.0..=1.0,
        }
    }

    /// Returns the values of `top_p` that its API accepts.
    pub const fn top_p(self) -> RangeInclusive<f64> {
        match self {
            Self::ZhipuAi => 0.01..=1.0,
            Self::Anthropic | Self::OpenAi => 0.0..=1.0,
        }
    }

    /// Returns the largest number of texts that end an answer.
    pub const fn max_stop_sequences(self) -> usize {
        match self {
            Self::Anthropic => 64,
            Self::OpenAi => 4,
            Self::ZhipuAi => 1,
        }
    }

    /// Returns the largest number of tools that one request may have.
    pub const fn max_tools(self) -> Option<usize> {
        match self {
            Self::Anthropic => None,
            Self::OpenAi | Self::ZhipuAi => Some(128),
        }
    }

    /// Reads the name of a provider.
    pub(super) fn read(node: &Node<'_>) -> Option<Self> {
        let text = node.text()?;
        let found = Self::ALL.into_iter().find(|one| one.name() == text);
        if found.is_none() {
            node.problem(texts::unknown_provider(text));
        }
        found
    }
}

impl fmt::Display for ModelProvider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a model is asked. What is absent is up to the provider.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ModelParameters {
    /// How much chance there is in an answer.
    pub temperature: Option<f64>,
    /// The largest number of tokens of an answer.
    pub max_tokens: Option<u64>,
    /// The part of the probability that words are chosen from.
    pub top_p: Option<f64>,
    /// Texts that end an answer.
    pub stop_sequences: Vec<String>,
}

/// The largest `max_tokens`. Every model has a lower limit of its own.
pub(super) const MAX_TOKENS: u64 = 10_000_000;
/// The most characters of a text that ends an answer.
const MAX_STOP_SEQUENCE: usize = 256;

impl ModelParameters {
    /// Reads `{"temperature": 0.7, "max_tokens": 4096, "top_p": 0.9, "stop_sequences": ["Human:"]}`.
    pub(super) fn read(node: &Node<'_>, provider: Option<ModelProvider>) -> Option<Self> {
        let fields = node.object()?;
        // An unknown provider is a problem already. Its parameters are checked by the widest ranges.
        let provider = provider.unwrap_or(ModelProvider::OpenAi);
        let fraction = |name: &'static str, range: RangeInclusive<f64>| {
            let node = fields.take(&[name])?;
            number_within(&node, &range)
        };
        let temperature = fraction("temperature", provider.temperatures());
        let top_p = fraction("top_p", provider.top_p());
        let max_tokens = fields.take(&["max_tokens"]);
        let max_tokens = max_tokens.and_then(|node| node.whole(&(1..=MAX_TOKENS)));
        let stop = fields.take(&["stop_sequences"]);
        let stop = stop.and_then(|node| stop_sequences(&node, provider));
        fields.finish();
        Some(Self {
            temperature,
            max_tokens,
            top_p,
            stop_sequences: stop.unwrap_or_default(),
        })
    }
}

fn number_within(node: &Node<'_>, range: &RangeInclusive<f64>) -> Option<f64> {
    let number = node
        .number()?
        .as_f64()
        .filter(|number| range.contains(number));
    if number.is_none() {
        let (least, most) = (range.start(), range.end());
        node.problem(texts::number_out_of_range(*least, *most));
    }
    number
}

fn stop_sequences(node: &Node<'_>, provider: ModelProvider) -> Option<Vec<String>> {
    let elements = node.elements()?;
    let (count, most) = (elements.len(), provider.max_stop_sequences());
    if count > most {
        node.problem(texts::too_many_stop_texts(
            most,
            provider.to_string(),
            count,
        ));
        return None;
    }
    let texts = elements.iter().map(|element| {
        let text = element.node().words_up_to(MAX_STOP_SEQUENCE);
        text.map(ToOwned::to_owned)
    });
    // Every element is read, so that all problems are found.
    texts.collect::<Vec<_>>().into_iter().collect()
}
