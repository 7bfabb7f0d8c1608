//! `request_human_input`: through clients that can ask, and through the inbox of the real server.

use std::{fs, time::Duration};

use serde_json::{Value, json};
use toolwright::{Client, client::Reaction};

use crate::harness::{Child, Ended, Home, run};

/// Returns a client whose user reacts like this.
async fn client(reaction: Reaction) -> Client {
    let client = Home::new().server(&[]).client().await.unwrap();
    client.answering(move |_| reaction.clone())
}

/// Returns the answer, or the error.
async fn ask(client: &Client, arguments: Value) -> Result<Value, String> {
    let answer = client.call("request_human_input", arguments).await.unwrap();
    match answer.structured_value() {
        Some(value) if !answer.is_error => Ok(value),
        _ => Err(answer.joined_text()),
    }
}

#[tokio::test]
async fn a_client_with_elicitation_asks_the_person() {
    let colours = json!({"question": "Which?", "kind": "choice", "choices": ["red", "blue"]});
    let deploy = json!({"question": "Deploy?", "kind": "confirm"});
    let name = json!({"question": "Your name?"});
    for (arguments, content, answer) in [
        (&name, json!({"answer": " Ada "}), "Ada"),
        (&colours, json!({"answer": "blue"}), "blue"),
        (&deploy, json!({"confirm": true}), "yes"),
        (&deploy, json!({"confirm": false}), "no"),
    ] {
        let client = client(Reaction::Accept(content)).await;
        let expected = json!({"answer": answer, "source": "client"});
        assert_eq!(ask(&client, arguments.clone()).await, Ok(expected));
    }
    let declining = client(Reaction::Decline).await;
    let declined = "the person declined to answer".to_owned();
    assert_eq!(ask(&declining, name).await, Err(declined));
    let no = json!({"answer": "no", "source": "client"});
    assert_eq!(ask(&declining, deploy).await, Ok(no));
    let other = client(Reaction::Accept(json!({"answer": "green"}))).await;
    assert_eq!(
        ask(&other, colours).await,
        Err(
            "the client's answer is invalid: `green` is not one of the choices: `red`, `blue`"
                .into()
        )
    );
}

#[tokio::test]
async fn the_form_offers_the_choices() {
    let client = Home::new().server(&[]).client().await.unwrap();
    let client = client.answering(|question| {
        assert_eq!(
            question.params,
            json!({
                "mode": "form",
                "message": "Which?",
                "requestedSchema": {
                    "type": "object",
                    "properties": {"answer": {"type": "string", "title": "Answer", "enum": ["red", "blue"]}},
                    "required": ["answer"],
                },
            })
        );
        Reaction::Accept(json!({"answer": "red"}))
    });
    let arguments = json!({"question": "Which?", "kind": "choice", "choices": ["red", "blue"]});
    assert!(ask(&client, arguments).await.is_ok());
}

#[tokio::test]
async fn choices_must_fit_the_kind_of_answer() {
    let client = client(Reaction::Accept(json!({"answer": "a"}))).await;
    let wanted = "the kind `choice` needs 2 to 50 different `choices`";
    for (arguments, problem) in [
        (json!({"question": "Which?", "kind": "choice"}), wanted),
        (json!({"question": "Which?", "choices": ["a"]}), wanted),
        (
            json!({"question": "Which?", "choices": ["a", "a "]}),
            wanted,
        ),
        (json!({"question": "Which?", "choices": ["a", ""]}), wanted),
        (
            json!({"question": "Which?", "choices": ["a", "b".repeat(201)]}),
            "a choice has at most 200 characters",
        ),
        (
            json!({"question": "Which?", "kind": "text", "choices": ["a", "b"]}),
            "the kind `text` has no `choices`",
        ),
        (
            json!({"question": "Sure?", "kind": "confirm", "choices": ["a", "b"]}),
            "the kind `confirm` has no `choices`: the answer is `yes` or `no`",
        ),
    ] {
        assert_eq!(ask(&client, arguments).await, Err(problem.to_owned()));
    }
    let chosen = json!({"answer": "a", "source": "client"});
    let arguments = json!({"question": "Which?", "choices": ["a", "b"]});
    assert_eq!(ask(&client, arguments).await, Ok(chosen));
}

/// A server whose client cannot ask, and a user with a terminal.
struct Desk {
    home: Home,
    server: Child,
    last: u64,
}

impl Desk {
    fn new() -> Self {
        let home = Home::new();
        let mut server = Child::toolwright(&home);
        server.initialize("2025-11-25");
        Self {
            home,
            server,
            last: 0,
        }
    }

    /// Asks, waits until the question is in the inbox, and returns its id.
    fn ask(&mut self, arguments: &Value) -> String {
        let before = self.open().len();
        self.last += 1;
        let params = json!({"name": "request_human_input", "arguments": arguments});
        let call =
            json!({"jsonrpc": "2.0", "id": self.last, "method": "tools/call", "params": params});
        self.server.send(&call);
        for _ in 0..1_000 {
            let open = self.open();
            if open.len() > before {
                return open[before]["id"].as_str().unwrap().to_owned();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("the question does not come");
    }

    fn type_in(&self, words: &[&str]) -> Ended {
        run(self.home.toolwright(words))
    }

    fn open(&self) -> Vec<Value> {
        serde_json::from_str(&self.type_in(&["questions", "--json"]).answer()).unwrap()
    }

    /// Returns the message on standard error when an answer is refused.
    fn refusal(&self, words: &[&str]) -> String {
        let ended = self.type_in(words);
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(1), ""));
        ended.stderr
    }

    /// Returns the text of the next response of the server.
    fn result(&self) -> String {
        let message = self.server.message();
        let text = message["result"]["content"][0]["text"].as_str();
        text.unwrap_or_else(|| panic!("{message}")).to_owned()
    }
}

#[test]
fn a_question_waits_until_it_is_answered_from_a_terminal() {
    let mut desk = Desk::new();
    for (arguments, words, answer) in [
        (
            json!({"question": "Name?"}),
            &["Ada", "Lovelace"][..],
            "Ada Lovelace",
        ),
        (json!({"question": "Name?"}), &["--", "-v"], "-v"),
        (
            json!({"question": "Which?", "kind": "choice", "choices": ["red", "blue sky"]}),
            &["Blue", "Sky"],
            "blue sky",
        ),
        (
            json!({"question": "Sure?", "kind": "confirm"}),
            &["y"],
            "yes",
        ),
    ] {
        let id = desk.ask(&arguments);
        let answered = desk.type_in(&[&["answer", id.as_str()], words].concat());
        assert_eq!(answered.answer(), format!("answered: {answer}\n"));
        let expected = json!({"answer": answer, "source": "inbox"});
        let found: Value = serde_json::from_str(&desk.result()).unwrap();
        assert_eq!(found, expected);
    }
    let none = desk.type_in(&["questions"]);
    assert_eq!(
        (none.stdout.as_str(), none.stderr.as_str()),
        ("", "there are no open questions\n")
    );
}

#[test]
fn questions_are_listed_for_people_and_for_programs() {
    let mut desk = Desk::new();
    let text =
        desk.ask(&json!({"question": "Which name?\nThe whole one.", "timeout_seconds": 7100}));
    let choices = json!({"question": "Which?", "kind": "choice", "choices": ["red", "blue"], "timeout_seconds": 659});
    let choice = desk.ask(&choices);
    let listed = desk.type_in(&["questions"]).answer();
    assert_eq!(
        listed,
        format!(
            "{text}  Which name?\n        The whole one.\n        text, 1 h left\n\
             {choice}  Which?\n        red | blue, 10 min left\n"
        )
    );
    let open = desk.open();
    assert_eq!(open.len(), 2);
    for (member, value) in [
        ("id", json!(choice)),
        ("question", json!("Which?")),
        ("kind", json!("choice")),
        ("choices", json!(["red", "blue"])),
        ("asked_by", json!("it")),
    ] {
        assert_eq!(open[1][member], value);
    }
}

#[test]
fn an_invalid_answer_is_refused_with_a_reason() {
    let mut desk = Desk::new();
    assert_eq!(
        desk.refusal(&["answer", "abcdef", "yes"]),
        "Error: there is no question `abcdef`; `questions` lists the open ones\n"
    );
    assert_eq!(
        desk.refusal(&["answer", "../secret", "yes"]),
        "Error: there is no question `../secret`; `questions` lists the open ones\n"
    );
    let id = desk.ask(&json!({"question": "Sure?", "kind": "confirm"}));
    assert_eq!(
        desk.refusal(&["answer", &id, "maybe"]),
        "Error: `maybe` is neither `yes` nor `no`\n"
    );
    desk.type_in(&["answer", &id.to_uppercase(), "no"]).answer();
    assert_eq!(
        desk.refusal(&["answer", &id, "yes"]),
        format!("Error: the question `{id}` was already answered with `no`\n")
    );
    assert_eq!(desk.result(), r#"{"answer":"no","source":"inbox"}"#);
    let usage = desk.type_in(&["answer", &id]);
    assert_eq!(usage.code, Some(2));
}

#[test]
fn an_unanswered_question_expires() {
    let mut desk = Desk::new();
    let id = desk.ask(&json!({"question": "Hello?", "timeout_seconds": 3}));
    assert_eq!(desk.result(), "nobody answered within 3s");
    assert_eq!(desk.open(), Vec::<Value>::new());
    assert_eq!(
        desk.refusal(&["answer", &id, "here"]),
        format!("Error: the question `{id}` has expired: nobody is waiting for the answer\n")
    );
}

#[test]
fn a_cancelled_question_is_removed() {
    let mut desk = Desk::new();
    let id = desk.ask(&json!({"question": "Hello?"}));
    let params = json!({"requestId": desk.last});
    desk.server
        .send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}));
    for _ in 0..1_000 {
        if desk.open().is_empty() {
            break;
        }
    }
    assert_eq!(
        desk.refusal(&["answer", &id, "here"]),
        format!("Error: the question `{id}` was withdrawn: nobody is waiting for the answer\n")
    );
}

#[test]
fn a_question_of_a_killed_server_is_gone() {
    let mut desk = Desk::new();
    let id = desk.ask(&json!({"question": "Hello?", "timeout_seconds": 86400}));
    let Desk { home, server, .. } = desk;
    // Dropping it kills the server.
    drop(server);
    let listed = run(home.toolwright(&["questions", "--json"]));
    assert_eq!(listed.answer(), "[]\n");
    assert_eq!(
        run(home.toolwright(&["answer", &id, "here"])).stderr,
        format!("Error: the question `{id}` was withdrawn: nobody is waiting for the answer\n")
    );
}

#[test]
fn waiting_for_a_person_does_not_use_up_the_call_timeout() {
    let home = Home::new();
    let mut command = home.toolwright(&["stdio"]);
    let mut server = Child::spawn(command.env("TOOLWRIGHT_DEFAULT_TIMEOUT", "100ms"));
    server.initialize("2025-11-25");
    let mut desk = Desk {
        home,
        server,
        last: 0,
    };
    let id = desk.ask(&json!({"question": "Hello?"}));
    std::thread::sleep(Duration::from_millis(500));
    desk.type_in(&["answer", &id, "here"]).answer();
    assert_eq!(desk.result(), r#"{"answer":"here","source":"inbox"}"#);
}

#[test]
fn several_questions_can_wait_and_only_this_user_sees_them() {
    use std::os::unix::fs::PermissionsExt as _;
    let mut desk = Desk::new();
    let ids = ["one", "two", "three"].map(|name| desk.ask(&json!({"question": name})));
    let folder = desk.home.join(".local/share/toolwright/questions");
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&folder), 0o700);
    for (id, name) in ids.iter().zip(["one", "two", "three"]).rev() {
        assert_eq!(mode(&folder.join(format!("{id}.json"))), 0o600);
        desk.type_in(&["answer", id, name]).answer();
        assert_eq!(
            desk.result(),
            format!(r#"{{"answer":"{name}","source":"inbox"}}"#)
        );
    }
}
