//! [`IndexedTool`]: a tool, with what a task is compared with.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, LazyLock},
};

use toolwright::{Tool, ToolDef};

use super::{
    concepts::{Concepts, concepts_of, concepts_of_word, concepts_of_words},
    entities::Entities,
    particulars::without_particulars,
    task::{Task, nouns},
    tool_text::ToolText,
    vectors::SentenceKey,
    vocabulary::Vocabulary,
    words::words,
};

/// How much a word counts by its field, and the usual number of words of the field: BM25F.
const NAME: Field = Field {
    weight: 3.0,
    usual: 3.4,
};
const TITLE: Field = Field {
    weight: 1.0,
    usual: 1.3,
};
const DESCRIPTION: Field = Field {
    weight: 1.0,
    usual: 21.0,
};
const PARAMETERS: Field = Field {
    weight: 0.3,
    usual: 16.0,
};
const TAGS: Field = Field {
    weight: 1.0,
    usual: 1.0,
};
/// How fast the further occurrences of a word count less, and how much long fields do.
const K1: f32 = 1.2;
const B: f32 = 0.6;
/// How often a word of a field counts at most.
const MAX_COUNT: f32 = 2.0;
/// The longest example that is compared, in words.
const MAX_EXAMPLE: usize = 40;
/// How much a word of an example counts beside those of the fields.
const EXAMPLE_WORD: f32 = 0.6;
/// How many sentences of a description have a vector.
const SENTENCES: usize = 3;

/// The verbs of names of tools that change something, and of those that read.
const CHANGING: &str = "create make add new delete remove update edit write set post send reply push merge fork move \
    cancel rename commit reset checkout upload drop click drag type press close fill handle select toggle trigger \
    resize insert replace schedule open";
const READING: &str =
    "get list read search find show view fetch query look log status diff check count describe";

/// The verbs in the form of words of a name, and whether each changes something.
static VERBS: LazyLock<HashMap<String, bool>> = LazyLock::new(|| {
    let of = |list: &str, is_changing: bool| {
        words(list, 100)
            .into_iter()
            .map(move |word| (word, is_changing))
    };
    of(CHANGING, true).chain(of(READING, false)).collect()
});

/// What the name of a tool says that searches the web.
static WEB: LazyLock<Concepts> =
    LazyLock::new(|| concepts_of_word("search") | concepts_of_word("web"));

#[derive(Clone, Copy)]
struct Field {
    weight: f32,
    usual: f32,
}

/// A sentence of a tool that has a vector.
#[derive(Debug)]
pub(super) struct Sentence {
    pub(super) text: String,
    /// The text that is embedded, and its key.
    pub(super) compared: String,
    pub(super) key: SentenceKey,
}

impl Sentence {
    fn new(text: String) -> Self {
        let compared = without_particulars(&text);
        Self {
            key: SentenceKey::of(&compared),
            text,
            compared,
        }
    }
}

/// A verb that a tool is asked for with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Verb {
    pub(super) word: Option<u32>,
    pub(super) concepts: Concepts,
}

/// A tool, with what a task is compared with.
pub(super) struct IndexedTool {
    pub(super) tool: Arc<dyn Tool>,
    /// Its words, with what each adds to the score, and the same with the words of its examples.
    pub(super) terms: Vec<(u32, f32)>,
    pub(super) all_terms: Vec<(u32, f32)>,
    /// Words that count against it.
    pub(super) against: Vec<u32>,
    /// The words of each example.
    pub(super) examples: Vec<Vec<u32>>,
    pub(super) name_concepts: Concepts,
    pub(super) description_concepts: Concepts,
    pub(super) example_concepts: Vec<Concepts>,
    pub(super) verbs: Vec<Verb>,
    /// Whether it changes something, by its hints or its name.
    pub(super) is_changing: bool,
    /// Whether it searches the web.
    pub(super) searches_web: bool,
    /// The words of its own name that are no verbs, each with whether it is a plural.
    pub(super) nouns: Vec<(String, bool)>,
    /// What kinds of things its parameters take.
    pub(super) takes: Entities,
    /// The sentences that have vectors: those of the description, then the examples.
    pub(super) sentences: Vec<Sentence>,
    /// How many of them are of the description.
    pub(super) described: usize,
}

impl std::fmt::Debug for IndexedTool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("IndexedTool")
            .field(&self.tool.definition().name())
            .finish()
    }
}

impl IndexedTool {
    /// Reads a tool.
    pub(super) fn new(tool: &Arc<dyn Tool>, vocabulary: &mut Vocabulary) -> Self {
        let definition = tool.definition();
        let text = ToolText::new(definition);
        let frequencies = frequencies(&text, vocabulary);
        let terms = saturated(&frequencies);
        let place = |number: &u32| terms.binary_search_by_key(number, |(word, _)| *word);
        let texts = text.examples.iter();
        let examples: Vec<Vec<u32>> = texts
            .clone()
            .map(|example| numbers(&words(example, MAX_EXAMPLE), vocabulary))
            .collect();
        let mut against = numbers(&text.against, vocabulary);
        against.retain(|number| {
            place(number).is_err() && !examples.iter().any(|example| example.contains(number))
        });
        let all_terms = saturated(&with_examples(frequencies, &examples));
        let (sentences, described) = sentences(&text);
        let takes = Entities::of_schema(definition.input_schema());
        let own_concepts = concepts_of_words(&text.own_name);
        let mut nouns = nouns(&text.readable_own_name);
        nouns.retain(|(word, _)| !VERBS.contains_key(word.as_str()));
        Self {
            tool: Arc::clone(tool),
            against,
            examples,
            name_concepts: concepts_of_words(&text.name),
            description_concepts: concepts_of(&text.sentences.join(" ")),
            example_concepts: texts.map(|example| concepts_of(example)).collect(),
            verbs: verbs(&text, vocabulary),
            is_changing: is_changing(definition, &text.own_name),
            searches_web: own_concepts & *WEB == *WEB,
            nouns,
            takes,
            sentences,
            described,
            terms,
            all_terms,
        }
    }

    /// Returns the different words of the tool.
    pub(super) fn words(&self) -> impl Iterator<Item = u32> {
        self.all_terms.iter().map(|(word, _)| *word)
    }

    /// Returns all concepts of the tool.
    pub(super) fn concepts(&self) -> Concepts {
        let examples = self.example_concepts.iter().fold(0, |all, one| all | one);
        self.name_concepts | self.description_concepts | examples
    }
}

/// Returns the numbers of different words, in their order.
fn numbers(words: &[String], vocabulary: &mut Vocabulary) -> Vec<u32> {
    let mut numbers: Vec<u32> = Vec::with_capacity(words.len());
    for word in words {
        let number = vocabulary.add(word);
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    numbers
}

/// Returns how often the words of all fields occur, by number, more for those of short and weighty fields.
fn frequencies(text: &ToolText, vocabulary: &mut Vocabulary) -> BTreeMap<u32, f32> {
    let fields = [
        (NAME, &text.name),
        (TITLE, &text.title),
        (DESCRIPTION, &text.description),
        (PARAMETERS, &text.parameters),
        (TAGS, &text.tags),
    ];
    let mut frequencies: BTreeMap<u32, f32> = BTreeMap::new();
    for (field, words) in fields {
        let mut counts: BTreeMap<u32, f32> = BTreeMap::new();
        for word in words {
            *counts.entry(vocabulary.add(word)).or_default() += 1.0;
        }
        #[expect(
            clippy::cast_precision_loss,
            reason = "a field has at most a few hundred words"
        )]
        let length = 1.0 - B + B * words.len() as f32 / field.usual;
        for (word, count) in counts {
            *frequencies.entry(word).or_default() += field.weight * count.min(MAX_COUNT) / length;
        }
    }
    frequencies
}

/// Adds the words of examples.
fn with_examples(mut frequencies: BTreeMap<u32, f32>, examples: &[Vec<u32>]) -> BTreeMap<u32, f32> {
    for word in examples.iter().flatten() {
        *frequencies.entry(*word).or_default() += EXAMPLE_WORD;
    }
    frequencies
}

/// Returns the words with their part of the score.
fn saturated(frequencies: &BTreeMap<u32, f32>) -> Vec<(u32, f32)> {
    let parts = frequencies.iter();
    parts
        .map(|(word, frequency)| (*word, frequency * (K1 + 1.0) / (frequency + K1)))
        .collect()
}

/// Returns the sentences that have vectors, and how many of them are of the description.
fn sentences(text: &ToolText) -> (Vec<Sentence>, usize) {
    let mut described = text.sentences.iter();
    let first = match described.next() {
        Some(sentence) => format!("{}: {sentence}", text.readable_name),
        None => text.readable_name.clone(),
    };
    let described: Vec<String> = std::iter::once(first)
        .chain(described.cloned())
        .take(SENTENCES)
        .collect();
    let count = described.len();
    let all = described.into_iter().chain(text.examples.iter().cloned());
    // An empty text has no vector.
    let all = all.filter(|text| !text.trim().is_empty());
    (all.map(Sentence::new).collect(), count)
}

/// Returns the verbs of the name, of the description and of the examples.
fn verbs(text: &ToolText, vocabulary: &mut Vocabulary) -> Vec<Verb> {
    let name = text.own_name.iter().take(2).cloned();
    let description = text.description.first().cloned();
    let examples = text
        .examples
        .iter()
        .filter_map(|example| Task::new(example).lead);
    let mut verbs: Vec<Verb> = Vec::new();
    for word in name.chain(description).chain(examples) {
        let verb = Verb {
            word: Some(vocabulary.add(&word)),
            concepts: concepts_of_word(&word),
        };
        if !verbs.contains(&verb) {
            verbs.push(verb);
        }
    }
    verbs
}

/// Whether a tool changes something.
fn is_changing(definition: &ToolDef, own_name: &[String]) -> bool {
    let hints = definition.hints();
    if hints.read_only == Some(true) {
        return false;
    }
    let verbs = own_name.iter().take(2);
    let mut known = verbs.filter_map(|word| VERBS.get(word.as_str()).copied());
    known.next() == Some(true)
}
