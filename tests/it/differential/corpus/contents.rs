//! Resources, prompts, completion, and the methods that have nothing to do with any of them.

use serde_json::{Value, json};

use super::{Wish, wish};

pub(super) fn wishes() -> Vec<Wish> {
    [resources(), prompts(), completions(), others()]
        .into_iter()
        .flatten()
        .collect()
}

fn resources() -> Vec<Wish> {
    let read = |what, uri: &str| wish("resources/read", what, json!({"uri": uri}));
    vec![
        wish("resources/list", "plain", json!({})),
        wish(
            "resources/list",
            "a cursor that is none",
            json!({"cursor": "§"}),
        ),
        wish("resources/templates/list", "plain", json!({})),
        wish(
            "resources/templates/list",
            "a cursor that is none",
            json!({"cursor": "§"}),
        ),
        read("a text", "twin://text"),
        read("bytes", "twin://bytes"),
        read("what cannot be read", "twin://broken"),
        read("one of a template", "twin://items/42"),
        read("an unknown one", "twin://nothing"),
        read("an unknown scheme", "nowhere://text"),
        read("a template with nothing in it", "twin://items/"),
        read("too deep for a template", "twin://items/4/2"),
        read("an empty URI", ""),
        read("what is no URI", "not a uri"),
        wish("resources/read", "no URI", json!({})),
        wish(
            "resources/read",
            "a URI of the wrong type",
            json!({"uri": 7}),
        ),
        wish(
            "resources/subscribe",
            "a known one",
            json!({"uri": "twin://text"}),
        ),
        wish("resources/subscribe", "no URI", json!({})),
        wish(
            "resources/unsubscribe",
            "a known one",
            json!({"uri": "twin://text"}),
        ),
        wish("resources/unsubscribe", "no URI", json!({})),
    ]
}

fn prompts() -> Vec<Wish> {
    let letter = |what, arguments: Value| {
        wish(
            "prompts/get",
            what,
            json!({"name": "letter", "arguments": arguments}),
        )
    };
    vec![
        wish("prompts/list", "plain", json!({})),
        wish(
            "prompts/list",
            "a cursor that is none",
            json!({"cursor": "§"}),
        ),
        wish("prompts/get", "without arguments", json!({"name": "hello"})),
        letter("an argument", json!({"to": "Bo"})),
        letter("two arguments", json!({"to": "Bo", "tone": "formal"})),
        letter("a missing argument", json!({})),
        letter("an argument of the wrong type", json!({"to": 7})),
        letter("an argument too many", json!({"to": "Bo", "from": "Al"})),
        letter("arguments that are null", Value::Null),
        letter("arguments that are a list", json!(["Bo"])),
        wish(
            "prompts/get",
            "an unknown one",
            json!({"name": "no_such_prompt"}),
        ),
        wish("prompts/get", "no name", json!({})),
        wish(
            "prompts/get",
            "a name of the wrong type",
            json!({"name": []}),
        ),
    ]
}

fn completions() -> Vec<Wish> {
    let complete = |what, reference: Value, argument: Value| {
        wish(
            "completion/complete",
            what,
            json!({"ref": reference, "argument": argument}),
        )
    };
    let letter = || json!({"type": "ref/prompt", "name": "letter"});
    let item = || json!({"type": "ref/resource", "uri": "twin://items/{id}"});
    let tone = |typed: &str| json!({"name": "tone", "value": typed});
    vec![
        complete("of a prompt", letter(), tone("f")),
        complete("of a prompt, nothing typed", letter(), tone("")),
        complete("of a prompt, nothing fits", letter(), tone("zzz")),
        complete("of a template", item(), json!({"name": "id", "value": "1"})),
        complete(
            "of an argument without values",
            letter(),
            json!({"name": "to", "value": "B"}),
        ),
        complete(
            "of an unknown argument",
            letter(),
            json!({"name": "colour", "value": "b"}),
        ),
        complete(
            "of an unknown prompt",
            json!({"type": "ref/prompt", "name": "x"}),
            tone("f"),
        ),
        complete(
            "of an unknown template",
            json!({"type": "ref/resource", "uri": "x://{y}"}),
            tone("f"),
        ),
        complete(
            "of an unknown kind",
            json!({"type": "ref/tool", "name": "add"}),
            tone("f"),
        ),
        complete("of a text", json!("letter"), tone("f")),
        complete(
            "of a value of the wrong type",
            letter(),
            json!({"name": "tone", "value": 7}),
        ),
        wish(
            "completion/complete",
            "with what else is known",
            json!({
                "ref": letter(), "argument": tone("t"), "context": {"arguments": {"to": "Bo"}},
            }),
        ),
        wish(
            "completion/complete",
            "no reference",
            json!({"argument": tone("f")}),
        ),
        wish(
            "completion/complete",
            "no argument",
            json!({"ref": letter()}),
        ),
    ]
}

fn others() -> Vec<Wish> {
    vec![
        wish("ping", "plain", json!({})),
        wish("logging/setLevel", "a level", json!({"level": "warning"})),
        wish(
            "logging/setLevel",
            "an unknown level",
            json!({"level": "loud"}),
        ),
        wish("logging/setLevel", "no level", json!({})),
        wish("server/discover", "plain", json!({})),
        wish(
            "tasks/get",
            "an unknown one",
            json!({"taskId": "no-such-task"}),
        ),
        wish(
            "tasks/update",
            "an unknown one",
            json!({"taskId": "no-such-task", "inputResponses": {}}),
        ),
        wish(
            "tasks/cancel",
            "an unknown one",
            json!({"taskId": "no-such-task"}),
        ),
        wish("tasks/get", "no id", json!({})),
        wish("tasks/list", "plain", json!({})),
        wish(
            "tasks/result",
            "an unknown one",
            json!({"taskId": "no-such-task"}),
        ),
        wish("roots/list", "a method of clients", json!({})),
        wish(
            "sampling/createMessage",
            "a method of clients",
            json!({"messages": [], "maxTokens": 1}),
        ),
        wish("no/such/method", "plain", json!({})),
        wish("", "an empty method", json!({})),
        wish("Tools/List", "another case", json!({})),
        wish("notifications/initialized", "as a request", json!({})),
    ]
}
