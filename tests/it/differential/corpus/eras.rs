//! Every method in every era: on 2026-07-28, in a session before that, and from an older client
//! without a session.

use serde_json::{Value, json};

use super::{Template, templates};
use crate::differential::call::{Call, Case, MODERN, request};

/// The revision that gets all requests; older ones get one of each method.
const FULL: &str = "2025-11-25";
const OLDER: [&str; 3] = ["2024-11-05", "2025-03-26", "2025-06-18"];

pub(super) fn cases() -> Vec<Case> {
    let mut cases: Vec<_> = templates().into_iter().flat_map(of_wish).collect();
    let firsts = || {
        let mut seen = Vec::new();
        let is_new = move |template: &Template| {
            let is_new = !seen.contains(&template.method);
            seen.push(template.method);
            is_new
        };
        templates().into_iter().filter(is_new)
    };
    for revision in OLDER {
        cases.extend(firsts().map(|template| in_session(&template, revision)));
    }
    cases
}

fn of_wish(template: Template) -> [Case; 3] {
    [
        Case::new(
            name(MODERN, &template),
            Call::modern(template.method, template.params.clone()),
        ),
        in_session(&template, FULL),
        alone(&template),
    ]
}

fn name(era: &str, template: &Template) -> String {
    format!("{era} {} {}", template.method, template.what)
}

fn in_session(template: &Template, revision: &str) -> Case {
    let call = Call::post(request(template.method, &template.params).to_string());
    Case::in_session(name(revision, template), revision, capabilities(), call)
}

/// The capabilities of the client: none.
fn capabilities() -> Value {
    json!({})
}

fn alone(template: &Template) -> Case {
    let call = Call::post(request(template.method, &template.params).to_string());
    let call = call.with("mcp-protocol-version", "2025-06-18");
    Case::new(name("alone", template), call).alone()
}
