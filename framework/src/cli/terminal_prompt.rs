//! Answers the questions of tools on the terminal.
//!
//! A form is asked field by field, a URL is printed for the person to visit, and the person answers
//! in place of a model.

use std::{
    env,
    io::{self, BufRead, Write},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde_json::{Map, Value, json};
use toolwright_base::visible_text;

use super::parameter::{CliParameter, parameters_of, plain};
use crate::client::{InputQuestion, Reaction};

/// The characters of a path that are percent-encoded in a `file:` URI.
const PATH_ENCODE_SET: &AsciiSet = &CONTROLS.add(b' ').add(b'#').add(b'%').add(b'?');

/// Returns a function that asks on standard error and reads standard input.
///
/// `blocked` is `true` while it waits for the person.
pub(super) fn on_terminal(
    blocked: Arc<AtomicBool>,
) -> impl Fn(&InputQuestion) -> Reaction + Send + Sync {
    move |question| {
        blocked.store(true, Ordering::Relaxed);
        let prompt = TerminalPrompt {
            input: io::stdin().lock(),
            output: io::stderr().lock(),
        };
        let reaction = prompt.answer(question);
        blocked.store(false, Ordering::Relaxed);
        reaction
    }
}

/// Asks a person on a terminal.
struct TerminalPrompt<I, O> {
    input: I,
    output: O,
}

/// The input has ended, or the terminal was closed.
struct Closed;

impl From<io::Error> for Closed {
    fn from(_: io::Error) -> Self {
        Self
    }
}

impl<I: BufRead, O: Write> TerminalPrompt<I, O> {
    fn answer(mut self, question: &InputQuestion) -> Reaction {
        let params = &question.params;
        let answer = match question.method.as_str() {
            "roots/list" => return working_directory(),
            "sampling/createMessage" => self.answer_for_model(params),
            _ if params["mode"] == "url" => self.visit_url(params),
            _ => self.fill_in_form(params),
        };
        answer.unwrap_or(Reaction::Cancel)
    }

    fn fill_in_form(&mut self, params: &Value) -> Result<Reaction, Closed> {
        self.say(&format!("{} (Ctrl-D cancels)", plain(&params["message"])))?;
        let mut form = Map::new();
        for field in parameters_of(&params["requestedSchema"]) {
            if let Some(value) = self.ask_until_valid(field)? {
                form.insert(field.name.to_owned(), value);
            }
        }
        Ok(Reaction::Accept(Value::Object(form)))
    }

    fn ask_until_valid(&mut self, field: CliParameter<'_>) -> Result<Option<Value>, Closed> {
        if !field.description().is_empty() {
            self.say(&format!("  {}", field.description()))?;
        }
        let prompt = prompt_of(field);
        loop {
            let text = self.ask(&prompt)?;
            match parse(field, &text) {
                Ok(value) => return Ok(value),
                Err(problem) => self.say(&format!("  {problem}"))?,
            }
        }
    }

    fn visit_url(&mut self, params: &Value) -> Result<Reaction, Closed> {
        self.say(&plain(&params["message"]))?;
        self.say(&format!("  {}", plain(&params["url"])))?;
        let text = self.ask("  Did you open it? [y/n]: ")?;
        Ok(match yes_or_no(&text) {
            Some(true) => Reaction::Accept(json!({})),
            _ => Reaction::Decline,
        })
    }

    fn answer_for_model(&mut self, params: &Value) -> Result<Reaction, Closed> {
        self.say("The tool asks a model. Answer in its place:")?;
        for message in params["messages"].as_array().into_iter().flatten() {
            let (role, text) = (&message["role"], &message["content"]["text"]);
            self.say(&format!("  {}: {}", plain(role), plain(text)))?;
        }
        let text = self.ask("  assistant: ")?;
        let content = json!({"type": "text", "text": text});
        Ok(Reaction::Raw(json!({
            "role": "assistant", "content": content, "model": "a person", "stopReason": "endTurn",
        })))
    }

    /// Prints a line, which may come from a tool.
    fn say(&mut self, text: &str) -> Result<(), Closed> {
        Ok(writeln!(self.output, "{}", visible_text(text))?)
    }

    fn ask(&mut self, prompt: &str) -> Result<String, Closed> {
        write!(self.output, "{}", visible_text(prompt))?;
        self.output.flush()?;
        let mut line = String::new();
        if self.input.read_line(&mut line)? == 0 {
            writeln!(self.output)?;
            return Err(Closed);
        }
        Ok(line.trim().to_owned())
    }
}

fn working_directory() -> Reaction {
    let directory = env::current_dir().unwrap_or_default();
    let path = directory.to_string_lossy();
    let uri = format!("file://{}", utf8_percent_encode(&path, PATH_ENCODE_SET));
    Reaction::Raw(json!({"roots": [{"uri": uri}]}))
}

fn prompt_of(field: CliParameter<'_>) -> String {
    let kind = if field.is_boolean() {
        "y/n".into()
    } else {
        field.kind()
    };
    let rest = match field.default() {
        Some(default) => format!(", default {}", plain(default)),
        None if field.is_required => String::new(),
        None => ", optional".into(),
    };
    format!("  {} [{kind}{rest}]: ", field.name)
}

/// Parses a value. Returns `None` for an empty text if the field is optional.
fn parse(field: CliParameter<'_>, text: &str) -> Result<Option<Value>, String> {
    match (text, field.default()) {
        ("", Some(default)) => Ok(Some(default.clone())),
        ("", None) if !field.is_required => Ok(None),
        ("", None) => Err(format!("`{}` is required", field.name)),
        _ if field.is_boolean() => yes_or_no(text)
            .map(|answer| Some(Value::Bool(answer)))
            .ok_or_else(|| "expected `y` or `n`".into()),
        _ => field.parse(text).map(Some),
    }
}

fn yes_or_no(text: &str) -> Option<bool> {
    match text.to_lowercase().as_str() {
        "y" | "yes" | "true" => Some(true),
        "n" | "no" | "false" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what the person sees and the reaction, if the person types `typed`.
    fn converse(method: &str, params: &Value, typed: &str) -> (String, Reaction) {
        let question: InputQuestion =
            serde_json::from_value(json!({"method": method, "params": params}))
                .expect("a question");
        let mut seen = Vec::new();
        let prompt = TerminalPrompt {
            input: typed.as_bytes(),
            output: &mut seen,
        };
        let reaction = prompt.answer(&question);
        (String::from_utf8(seen).expect("text"), reaction)
    }

    fn form() -> Value {
        json!({"mode": "form", "message": "Where to?", "requestedSchema": {
            "type": "object",
            "properties": {
                "street": {"type": "string", "description": "With the number."},
                "floor": {"type": "integer"},
                "lift": {"type": "boolean", "default": true},
            },
            "required": ["street", "lift"],
        }})
    }

    #[test]
    fn each_field_of_a_form_is_asked_until_it_is_valid() {
        let (seen, reaction) = converse(
            "elicitation/create",
            &form(),
            "\nMain 1\nhigh\n3\nmaybe\nn\n",
        );
        assert_eq!(
            reaction,
            Reaction::Accept(json!({"street": "Main 1", "floor": 3, "lift": false}))
        );
        assert_eq!(
            seen,
            "Where to? (Ctrl-D cancels)\n  With the number.\n  street [string]:   `street` is required\n  street [string]:   floor [integer, optional]:   `floor`: expected integer as JSON, got `high`\n  floor [integer, optional]:   lift [y/n, default true]:   expected `y` or `n`\n  lift [y/n, default true]: "
        );
    }

    #[test]
    fn a_question_cannot_control_the_terminal() {
        let form = json!({"message": "Where?\u{1b}[2J", "requestedSchema": {
            "type": "object", "properties": {"a\u{9b}": {"type": "string", "description": "\u{7}b"}},
        }});
        let (seen, _) = converse("elicitation/create", &form, "x\n");
        assert_eq!(
            seen,
            "Where?\u{fffd}[2J (Ctrl-D cancels)\n  \u{fffd}b\n  a\u{fffd} [string, optional]: "
        );
    }

    #[test]
    fn an_empty_line_is_the_default_or_omits_the_field() {
        let (_, reaction) = converse("elicitation/create", &form(), "Main 1\n\n\n");
        assert_eq!(
            reaction,
            Reaction::Accept(json!({"street": "Main 1", "lift": true}))
        );
    }

    #[test]
    fn the_end_of_the_input_cancels() {
        let (_, reaction) = converse("elicitation/create", &form(), "Main 1\n");
        assert_eq!(reaction, Reaction::Cancel);
    }

    #[test]
    fn a_url_is_accepted_or_declined() {
        let page = json!({"mode": "url", "message": "Sign in.", "url": "https://example.com"});
        let (seen, reaction) = converse("elicitation/create", &page, "y\n");
        assert_eq!(reaction, Reaction::Accept(json!({})));
        assert_eq!(
            seen,
            "Sign in.\n  https://example.com\n  Did you open it? [y/n]: "
        );
        assert_eq!(
            converse("elicitation/create", &page, "n\n").1,
            Reaction::Decline
        );
    }

    #[test]
    fn the_person_answers_in_place_of_a_model() {
        let params =
            json!({"messages": [{"role": "user", "content": {"type": "text", "text": "Hi?"}}]});
        let (seen, reaction) = converse("sampling/createMessage", &params, "Hello.\n");
        let Reaction::Raw(answer) = reaction else {
            panic!("{reaction:?}")
        };
        assert_eq!(answer["content"], json!({"type": "text", "text": "Hello."}));
        assert_eq!(
            seen,
            "The tool asks a model. Answer in its place:\n  user: Hi?\n  assistant: "
        );
    }
}
