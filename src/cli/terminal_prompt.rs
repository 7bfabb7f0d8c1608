//! What a tool asks, asked on the terminal: forms field by field, pages by their address, and the person in the place of a model.

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

use super::parameter::{Parameter, parameters_of, plain};
use crate::server::{InputQuestion, Reaction};

/// What has a meaning of its own in a URI, or none.
const UNSAFE_IN_PATHS: &AsciiSet = &CONTROLS.add(b' ').add(b'#').add(b'%').add(b'?');

/// Asks on standard error and hears standard input; `blocked` is true meanwhile.
pub(super) fn on_terminal(
    blocked: Arc<AtomicBool>,
) -> impl Fn(&InputQuestion) -> Reaction + Send + Sync {
    move |question| {
        blocked.store(true, Ordering::Relaxed);
        let person = Person {
            input: io::stdin().lock(),
            output: io::stderr().lock(),
        };
        let reaction = person.answer(question);
        blocked.store(false, Ordering::Relaxed);
        reaction
    }
}

/// The person in front of the terminal.
struct Person<I, O> {
    input: I,
    output: O,
}

/// The person has ended the input, or the terminal is gone.
struct Gone;

impl From<io::Error> for Gone {
    fn from(_: io::Error) -> Self {
        Self
    }
}

impl<I: BufRead, O: Write> Person<I, O> {
    fn answer(mut self, question: &InputQuestion) -> Reaction {
        let params = &question.params;
        let answer = match question.method.as_str() {
            "roots/list" => return working_directory(),
            "sampling/createMessage" => self.stand_in_for_a_model(params),
            _ if params["mode"] == "url" => self.visit(params),
            _ => self.fill_in(params),
        };
        answer.unwrap_or(Reaction::Cancel)
    }

    fn fill_in(&mut self, params: &Value) -> Result<Reaction, Gone> {
        writeln!(
            self.output,
            "{} (Ctrl-D cancels)",
            plain(&params["message"])
        )?;
        let mut form = Map::new();
        for field in parameters_of(&params["requestedSchema"]) {
            if let Some(value) = self.ask_until_it_fits(field)? {
                form.insert(field.name.to_owned(), value);
            }
        }
        Ok(Reaction::Accept(Value::Object(form)))
    }

    fn ask_until_it_fits(&mut self, field: Parameter<'_>) -> Result<Option<Value>, Gone> {
        if !field.description().is_empty() {
            writeln!(self.output, "  {}", field.description())?;
        }
        let prompt = prompt(field);
        loop {
            let text = self.ask(&prompt)?;
            match read(field, &text) {
                Ok(value) => return Ok(value),
                Err(problem) => writeln!(self.output, "  {problem}")?,
            }
        }
    }

    fn visit(&mut self, params: &Value) -> Result<Reaction, Gone> {
        writeln!(self.output, "{}", plain(&params["message"]))?;
        writeln!(self.output, "  {}", plain(&params["url"]))?;
        let text = self.ask("  Have you been there? [y/n]: ")?;
        Ok(match yes_or_no(&text) {
            Some(true) => Reaction::Accept(json!({})),
            _ => Reaction::Decline,
        })
    }

    fn stand_in_for_a_model(&mut self, params: &Value) -> Result<Reaction, Gone> {
        writeln!(self.output, "The tool asks a model; answer in its place:")?;
        for message in params["messages"].as_array().into_iter().flatten() {
            let (role, text) = (&message["role"], &message["content"]["text"]);
            writeln!(self.output, "  {}: {}", plain(role), plain(text))?;
        }
        let text = self.ask("  assistant: ")?;
        let content = json!({"type": "text", "text": text});
        Ok(Reaction::Raw(json!({
            "role": "assistant", "content": content, "model": "a person", "stopReason": "endTurn",
        })))
    }

    fn ask(&mut self, prompt: &str) -> Result<String, Gone> {
        write!(self.output, "{prompt}")?;
        self.output.flush()?;
        let mut line = String::new();
        if self.input.read_line(&mut line)? == 0 {
            writeln!(self.output)?;
            return Err(Gone);
        }
        Ok(line.trim().to_owned())
    }
}

fn working_directory() -> Reaction {
    let directory = env::current_dir().unwrap_or_default();
    let path = directory.to_string_lossy();
    let uri = format!("file://{}", utf8_percent_encode(&path, UNSAFE_IN_PATHS));
    Reaction::Raw(json!({"roots": [{"uri": uri}]}))
}

fn prompt(field: Parameter<'_>) -> String {
    let kind = if field.is_switch() {
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

/// The value that was typed; none where nothing was and nothing has to be.
fn read(field: Parameter<'_>, text: &str) -> Result<Option<Value>, String> {
    match (text, field.default()) {
        ("", Some(default)) => Ok(Some(default.clone())),
        ("", None) if !field.is_required => Ok(None),
        ("", None) => Err(format!("`{}` is needed", field.name)),
        _ if field.is_switch() => yes_or_no(text)
            .map(|answer| Some(Value::Bool(answer)))
            .ok_or_else(|| "`y` or `n` is wanted".into()),
        _ => field.read(text).map(Some),
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

    /// What the person sees, and how the question ends, when this is typed.
    fn converse(method: &str, params: &Value, typed: &str) -> (String, Reaction) {
        let question: InputQuestion =
            serde_json::from_value(json!({"method": method, "params": params}))
                .expect("a question");
        let mut seen = Vec::new();
        let person = Person {
            input: typed.as_bytes(),
            output: &mut seen,
        };
        let reaction = person.answer(&question);
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
    fn a_form_is_asked_field_by_field_until_each_fits() {
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
            "Where to? (Ctrl-D cancels)\n  With the number.\n  street [string]:   `street` is needed\n  street [string]:   floor [integer, optional]:   `floor`: got `high`, wanted integer (as JSON)\n  floor [integer, optional]:   lift [y/n, default true]:   `y` or `n` is wanted\n  lift [y/n, default true]: "
        );
    }

    #[test]
    fn an_empty_line_takes_the_default_or_leaves_the_field_out() {
        let (_, reaction) = converse("elicitation/create", &form(), "Main 1\n\n\n");
        assert_eq!(
            reaction,
            Reaction::Accept(json!({"street": "Main 1", "lift": true}))
        );
    }

    #[test]
    fn the_end_of_input_cancels() {
        let (_, reaction) = converse("elicitation/create", &form(), "Main 1\n");
        assert_eq!(reaction, Reaction::Cancel);
    }

    #[test]
    fn a_page_is_accepted_or_declined() {
        let page = json!({"mode": "url", "message": "Sign in.", "url": "https://example.com"});
        let (seen, reaction) = converse("elicitation/create", &page, "y\n");
        assert_eq!(reaction, Reaction::Accept(json!({})));
        assert_eq!(
            seen,
            "Sign in.\n  https://example.com\n  Have you been there? [y/n]: "
        );
        assert_eq!(
            converse("elicitation/create", &page, "n\n").1,
            Reaction::Decline
        );
    }

    #[test]
    fn the_person_answers_in_the_place_of_a_model() {
        let params =
            json!({"messages": [{"role": "user", "content": {"type": "text", "text": "Hi?"}}]});
        let (seen, reaction) = converse("sampling/createMessage", &params, "Hello.\n");
        let Reaction::Raw(answer) = reaction else {
            panic!("{reaction:?}")
        };
        assert_eq!(answer["content"], json!({"type": "text", "text": "Hello."}));
        assert_eq!(
            seen,
            "The tool asks a model; answer in its place:\n  user: Hi?\n  assistant: "
        );
    }
}
