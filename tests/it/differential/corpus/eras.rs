//! Every method in every era: on its own on 2026-07-28, in a session before that, and as an older client without a session.

use serde_json::{Value, json};

use super::{Wish, wishes};
use crate::differential::call::{Call, Case, MODERN, request};

/// The revision whose sessions are asked for everything; those before it for one of each method.
const FULL: &str = "2025-11-25";
const OLDER: [&str; 3] = ["2024-11-05", "2025-03-26", "2025-06-18"];

pub(super) fn cases() -> Vec<Case> {
    let mut cases: Vec<_> = wishes().into_iter().flat_map(of_wish).collect();
    let firsts = || {
        let mut seen = Vec::new();
        let is_new = move |wish: &Wish| {
            let is_new = !seen.contains(&wish.method);
            seen.push(wish.method);
            is_new
        };
        wishes().into_iter().filter(is_new)
    };
    for revision in OLDER {
        cases.extend(firsts().map(|wish| in_session(&wish, revision)));
    }
    cases
}

fn of_wish(wish: Wish) -> [Case; 3] {
    [
        Case::new(
            name(MODERN, &wish),
            Call::modern(wish.method, wish.params.clone()),
        ),
        in_session(&wish, FULL),
        alone(&wish),
    ]
}

fn name(era: &str, wish: &Wish) -> String {
    format!("{era} {} {}", wish.method, wish.what)
}

fn in_session(wish: &Wish, revision: &str) -> Case {
    let call = Call::post(request(wish.method, &wish.params).to_string());
    Case::in_session(name(revision, wish), revision, capabilities(), call)
}

/// What the client of a session can do beside: nothing.
fn capabilities() -> Value {
    json!({})
}

fn alone(wish: &Wish) -> Case {
    let call = Call::post(request(wish.method, &wish.params).to_string());
    let call = call.with("mcp-protocol-version", "2025-06-18");
    Case::new(name("alone", wish), call).alone()
}
