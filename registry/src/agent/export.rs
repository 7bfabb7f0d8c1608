//! [`export`]: an agent as the API of its provider wants it.

use std::collections::{BTreeMap, HashSet};

use serde_json::{Map, Value, json};
use toolwright::ToolDef;

use super::{agent::Agent, model::ModelProvider};

/// The most characters of a name that every provider accepts.
const MAX_NAME: usize = 64;
/// The `max_tokens` of an agent that sets none, where the provider wants one.
const DEFAULT_MAX_TOKENS: u64 = 4096;

/// An agent as the API of its provider wants it.
#[derive(Debug, Clone, PartialEq)]
pub struct Exported {
    /// The body of a request, which lacks only the messages of the conversation.
    pub request: Map<String, Value>,
    /// The tools whose names the provider does not accept: the names in the request, with those that MCP
    /// and the log know.
    pub renamed: BTreeMap<String, String>,
    /// The parts that the provider would refuse or ignore.
    pub problems: Vec<String>,
}

/// Returns an agent with these tools as the API of its provider wants it: `POST /v1/messages` of
/// Anthropic, and chat completions of OpenAI and ZhipuAI.
///
/// ```
/// use toolwright_registry::{Agent, export};
///
/// let agent = Agent::parse("", r#"{"name": "a", "model_provider": "openai", "model_name": "gpt-5",
///     "system_prompt": "Be short."}"#)?;
/// let request = export(&agent, &[]).request;
/// assert_eq!(request["messages"][0]["content"], "Be short.");
/// # Ok::<(), toolwright_registry::Invalid>(())
/// ```
pub fn export(agent: &Agent, tools: &[&ToolDef]) -> Exported {
    let mut names = ExportedNames::default();
    let tools: Vec<_> = tools
        .iter()
        .map(|tool| (names.add(tool.name()), *tool))
        .collect();
    let request = match agent.provider() {
        ModelProvider::Anthropic => anthropic(agent, &tools),
        ModelProvider::OpenAi => chat_completions(agent, &tools, "max_completion_tokens"),
        ModelProvider::ZhipuAi => chat_completions(agent, &tools, "max_tokens"),
    };
    let mut problems = Vec::new();
    let provider = agent.provider();
    if let Some(most) = provider.max_tools().filter(|most| tools.len() > *most) {
        let count = tools.len();
        problems.push(format!(
            "`{provider}` accepts at most {most} tools in a request, and this one has {count}"
        ));
    }
    let parameters = agent.parameters();
    let samples = parameters.temperature.is_some() || parameters.top_p.is_some();
    if provider == ModelProvider::Anthropic && samples {
        problems.push(
            "models after Claude 4.6 refuse `temperature` and `top_p`; for others, the packages of `anthropic` take them in \
             `extra_body`"
                .to_owned(),
        );
    }
    Exported {
        request,
        renamed: names.renamed,
        problems,
    }
}

/// The names of exported tools.
#[derive(Default)]
struct ExportedNames {
    taken: HashSet<String>,
    renamed: BTreeMap<String, String>,
}

impl ExportedNames {
    /// Returns a name that every provider accepts: letters, digits, `_` and `-`.
    fn add(&mut self, name: &str) -> String {
        let allowed = |letter: char| letter.is_ascii_alphanumeric() || "_-".contains(letter);
        let letters = name.chars().take(MAX_NAME);
        let plain: String = letters
            .map(|letter| if allowed(letter) { letter } else { '_' })
            .collect();
        let mut unique = plain.clone();
        let mut count = 1;
        while self.taken.contains(&unique) {
            count += 1;
            let suffix = format!("_{count}");
            let kept = plain.len().min(MAX_NAME - suffix.len());
            unique = format!("{}{suffix}", &plain[..kept]);
        }
        self.taken.insert(unique.clone());
        if unique != name {
            self.renamed.insert(unique.clone(), name.to_owned());
        }
        unique
    }
}

/// Returns the body of `POST /v1/messages`.
fn anthropic(agent: &Agent, tools: &[(String, &ToolDef)]) -> Map<String, Value> {
    let parameters = agent.parameters();
    let mut request = Map::new();
    let mut set = |field: &str, value: Value| drop(request.insert(field.to_owned(), value));
    set("model", agent.model().into());
    let max_tokens = parameters.max_tokens.unwrap_or(DEFAULT_MAX_TOKENS);
    set("max_tokens", max_tokens.into());
    if let Some(prompt) = agent.system_prompt() {
        set("system", prompt.into());
    }
    if let Some(temperature) = parameters.temperature {
        set("temperature", temperature.into());
    }
    if let Some(top_p) = parameters.top_p {
        set("top_p", top_p.into());
    }
    if !parameters.stop_sequences.is_empty() {
        set("stop_sequences", json!(parameters.stop_sequences));
    }
    if !tools.is_empty() {
        let tools = tools.iter().map(|(name, tool)| {
            json!({"name": name, "description": tool.description(), "input_schema": tool.input_schema()})
        });
        set("tools", tools.collect());
    }
    request
}

/// Returns the body of a chat completion. `max_tokens` is the field of that limit.
fn chat_completions(
    agent: &Agent,
    tools: &[(String, &ToolDef)],
    max_tokens: &str,
) -> Map<String, Value> {
    let parameters = agent.parameters();
    let mut request = Map::new();
    let mut set = |field: &str, value: Value| drop(request.insert(field.to_owned(), value));
    set("model", agent.model().into());
    let system = agent
        .system_prompt()
        .map(|prompt| json!({"role": "system", "content": prompt}));
    set("messages", system.into_iter().collect());
    if let Some(most) = parameters.max_tokens {
        set(max_tokens, most.into());
    }
    if let Some(temperature) = parameters.temperature {
        set("temperature", temperature.into());
    }
    if let Some(top_p) = parameters.top_p {
        set("top_p", top_p.into());
    }
    if !parameters.stop_sequences.is_empty() {
        set("stop", json!(parameters.stop_sequences));
    }
    if !tools.is_empty() {
        let tools = tools.iter().map(|(name, tool)| {
            json!({"type": "function", "function": {
                "name": name, "description": tool.description(), "parameters": tool.input_schema(),
            }})
        });
        set("tools", tools.collect());
    }
    request
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_become_equal_stay_apart() {
        let mut names = ExportedNames::default();
        let long = "x".repeat(70);
        let added = ["a.b", "a_b", "a b", &long, &long].map(|name| names.add(name));
        assert_eq!(added[..3], ["a_b", "a_b_2", "a_b_3"]);
        assert_eq!(added[3], "x".repeat(64));
        assert_eq!(added[4], format!("{}_2", "x".repeat(62)));
        assert_eq!(names.renamed["a_b"], "a.b");
        assert_eq!(names.renamed["a_b_2"], "a_b");
    }
}
