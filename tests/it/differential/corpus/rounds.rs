//! Requests with more than one message: questions, tasks, subscriptions, progress, log lines.

use serde_json::{Value, json};

use crate::differential::call::{Call, Case, MODERN, request};

pub(super) fn cases() -> Vec<Case> {
    [
        questions(),
        older_questions(),
        tasks(),
        subscriptions(),
        levels(),
    ]
    .concat()
}

fn elicitation() -> Value {
    json!({"elicitation": {"form": {}}})
}

fn given(name: &str) -> Value {
    json!({"action": "accept", "content": {"name": name}})
}

/// Questions of 2026-07-28: the client calls again with the answer.
fn questions() -> Vec<Case> {
    let ask = |more: Value| {
        let mut params = json!({"name": "ask_name", "arguments": {}});
        for (key, value) in more.as_object().unwrap() {
            params[key] = value.clone();
        }
        Call::able(elicitation(), "tools/call", params)
    };
    let answered = |responses: Value| {
        ask(json!({"inputResponses": responses, "requestState": "<requestState>"}))
    };
    let second = |what: &str, responses: Value| {
        Case::new(format!("{MODERN} question {what}"), answered(responses)).after(ask(json!({})))
    };
    vec![
        Case::new(format!("{MODERN} question asked"), ask(json!({}))),
        second("answered", json!({"user_name": given("Ada")})),
        second(
            "answered with more than was asked",
            json!({"user_name": given("Ada"), "x": given("Bo")}),
        ),
        second("answered under another key", json!({"name": given("Ada")})),
        second("answered with nothing", json!({})),
        second("declined", json!({"user_name": {"action": "decline"}})),
        second("cancelled", json!({"user_name": {"action": "cancel"}})),
        second("answered with null", json!({"user_name": null})),
        second("answered with a number", json!({"user_name": 7})),
        Case::new(
            format!("{MODERN} question answered with responses of the wrong type"),
            ask(json!({"inputResponses": []})),
        ),
        Case::new(
            format!("{MODERN} question with a state of the wrong type"),
            ask(json!({"requestState": 7})),
        ),
    ]
}

/// Questions of older revisions: the client is asked while it waits.
fn older_questions() -> Vec<Case> {
    let ask = |reply: Value| {
        let body = request("tools/call", &json!({"name": "ask_name", "arguments": {}}));
        Call::post(body.to_string()).replying(reply)
    };
    let mut cases = Vec::new();
    for revision in ["2025-06-18", "2025-11-25"] {
        let capabilities = if revision == "2025-06-18" {
            json!({"elicitation": {}})
        } else {
            elicitation()
        };
        for (what, reply) in [
            ("answered", given("Ada")),
            ("declined", json!({"action": "decline"})),
            ("cancelled", json!({"action": "cancel"})),
        ] {
            let name = format!("{revision} question {what}");
            cases.push(Case::in_session(
                name,
                revision,
                capabilities.clone(),
                ask(reply),
            ));
        }
    }
    cases
}

fn tasks() -> Vec<Case> {
    let able = |method: &str, params: Value| {
        Call::able(
            json!({"extensions": {"io.modelcontextprotocol/tasks": {}}}),
            method,
            params,
        )
    };
    let call = |tool: &str| able("tools/call", json!({"name": tool, "arguments": {}}));
    let on = |method: &str| able(method, json!({"taskId": "<taskId>"}));
    let update = |responses: Value| {
        able(
            "tasks/update",
            json!({"taskId": "<taskId>", "inputResponses": responses}),
        )
    };
    let case = |what: &str, call: Call| Case::new(format!("{MODERN} task {what}"), call);
    vec![
        case("created", call("job")),
        case("created where it must be", call("hard_job")),
        case("done", on("tasks/get").until("completed")).after(call("job")),
        case("at work", on("tasks/get")).after(call("hard_job")),
        case("cancelled", on("tasks/cancel")).after(call("hard_job")),
        case(
            "cancelled and asked for",
            on("tasks/get").until("cancelled"),
        )
        .after(call("hard_job"))
        .after(on("tasks/cancel")),
        case("cancelled twice", on("tasks/cancel"))
            .after(call("hard_job"))
            .after(on("tasks/cancel")),
        case("updated without a question", update(json!({"x": {}}))).after(call("hard_job")),
        case("updated with nothing", on("tasks/update")).after(call("hard_job")),
        case(
            "updated with responses of the wrong type",
            update(json!([])),
        )
        .after(call("hard_job")),
        case(
            "unknown to get",
            able("tasks/get", json!({"taskId": "no-such-task"})),
        ),
        case(
            "unknown to update",
            able(
                "tasks/update",
                json!({"taskId": "no-such-task", "inputResponses": {}}),
            ),
        ),
        case(
            "unknown to cancel",
            able("tasks/cancel", json!({"taskId": "no-such-task"})),
        ),
        case("without an id", able("tasks/get", json!({}))),
        case(
            "with an id of the wrong type",
            able("tasks/get", json!({"taskId": 7})),
        ),
        case(
            "with another name in its header",
            able("tasks/get", json!({"taskId": "a"})).with("mcp-name", "b"),
        ),
        case(
            "without a name in its header",
            able("tasks/get", json!({"taskId": "a"})).without("mcp-name"),
        ),
        case("list", able("tasks/list", json!({}))),
        case("result", able("tasks/result", json!({"taskId": "a"}))),
    ]
}

fn subscriptions() -> Vec<Case> {
    let listen = |notifications: Value| {
        Call::modern(
            "subscriptions/listen",
            json!({"notifications": notifications}),
        )
        .reading(1)
    };
    let case = |what: &str, call: Call| Case::new(format!("{MODERN} subscription {what}"), call);
    let older =
        Call::post(request("subscriptions/listen", &json!({"notifications": {}})).to_string());
    vec![
        case("to nothing", listen(json!({}))),
        case("to tools", listen(json!({"toolsListChanged": true}))),
        case(
            "to all lists",
            listen(
                json!({"toolsListChanged": true, "promptsListChanged": true, "resourcesListChanged": true}),
            ),
        ),
        case(
            "to what it does not want",
            listen(json!({"toolsListChanged": false})),
        ),
        case(
            "to a resource",
            listen(json!({"resourceSubscriptions": ["twin://text"]})),
        ),
        case(
            "to an unknown resource",
            listen(json!({"resourceSubscriptions": ["twin://nothing"]})),
        ),
        case(
            "to something unknown",
            listen(json!({"weatherChanged": true})),
        ),
        case("of the wrong type", listen(json!([]))),
        case(
            "with a flag of the wrong type",
            listen(json!({"toolsListChanged": "yes"})),
        ),
        case(
            "without a filter",
            Call::modern("subscriptions/listen", json!({})),
        ),
        Case::in_session("2025-11-25 subscription", "2025-11-25", json!({}), older),
    ]
}

/// Log lines that the client asked for.
fn levels() -> Vec<Case> {
    let chatter = |level: &str| {
        let meta = json!({"io.modelcontextprotocol/logLevel": level});
        Call::modern(
            "tools/call",
            json!({"name": "chatter", "arguments": {}, "_meta": meta}),
        )
    };
    let mut cases = Vec::new();
    for level in ["debug", "info", "error", "emergency"] {
        cases.push(Case::new(
            format!("{MODERN} log lines from {level}"),
            chatter(level),
        ));
    }
    let quiet =
        Call::post(request("tools/call", &json!({"name": "chatter", "arguments": {}})).to_string());
    let set = Call::post(request("logging/setLevel", &json!({"level": "error"})).to_string());
    cases.push(
        Case::in_session(
            "2025-11-25 log lines from error",
            "2025-11-25",
            json!({}),
            quiet,
        )
        .after(set.in_session("2025-11-25")),
    );
    cases
}
