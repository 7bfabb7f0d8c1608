//! Resources, prompts, completion, and other methods.

use serde_json::{Value, json};

use super::{Template, template};

pub(super) fn templates() -> Vec<Template> {
    [resources(), prompts(), completions(), others()]
        .into_iter()
        .flatten()
        .collect()
}

fn resources() -> Vec<Template> {
    let read = |what, uri: &str| template("resources/read", what, json!({"uri": uri}));
    vec![
        template("resources/list", "plain", json!({})),
        template(
            "resources/list",
            "a cursor that is none",
            json!({"cursor": "§"}),
        ),
        template("resources/templates/list", "plain", json!({})),
        template(
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
        template("resources/read", "no URI", json!({})),
        template(
            "resources/read",
            "a URI of the wrong type",
            json!({"uri": 7}),
        ),
        template(
            "resources/subscribe",
            "a known one",
            json!({"uri": "twin://text"}),
        ),
        template("resources/subscribe", "no URI", json!({})),
        template(
            "resources/unsubscribe",
            "a known one",
            json!({"uri": "twin://text"}),
        ),
        template("resources/unsubscribe", "no URI", json!({})),
    ]
}

fn prompts() -> Vec<Template> {
    let letter = |what, arguments: Value| {
        template(
            "prompts/get",
            what,
            json!({"name": "letter", "arguments": arguments}),
        )
    };
    vec![
        template("prompts/list", "plain", json!({})),
        template(
            "prompts/list",
            "a cursor that is none",
            json!({"cursor": "§"}),
        ),
        template("prompts/get", "without arguments", json!({"name": "hello"})),
        letter("an argument", json!({"to": "Bo"})),
        letter("two arguments", json!({"to": "Bo", "tone": "formal"})),
        letter("a missing argument", json!({})),
        letter("an argument of the wrong type", json!({"to": 7})),
        letter("an argument too many", json!({"to": "Bo", "from": "Al"})),
        letter("arguments that are null", Value::Null),
        letter("arguments that are a list", json!(["Bo"])),
        template(
            "prompts/get",
            "an unknown one",
            json!({"name": "no_such_prompt"}),
        ),
        template("prompts/get", "no name", json!({})),
        template(
            "prompts/get",
            "a name of the wrong type",
            json!({"name": []}),
        ),
    ]
}

fn completions() -> Vec<Template> {
    let complete = |what, reference: Value, argument: Value| {
        template(
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
        template(
            "completion/complete",
            "with what else is known",
            json!({
                "ref": letter(), "argument": tone("t"), "context": {"arguments": {"to": "Bo"}},
            }),
        ),
        template(
            "completion/complete",
            "no reference",
            json!({"argument": tone("f")}),
        ),
        template(
            "completion/complete",
            "no argument",
            json!({"ref": letter()}),
        ),
    ]
}

fn others() -> Vec<Template> {
    vec![
        template("ping", "plain", json!({})),
        template("logging/setLevel", "a level", json!({"level": "warning"})),
        template(
            "logging/setLevel",
            "an unknown level",
            json!({"level": "loud"}),
        ),
        template("logging/setLevel", "no level", json!({})),
        template("server/discover", "plain", json!({})),
        template(
            "tasks/get",
            "an unknown one",
            json!({"taskId": "no-such-task"}),
        ),
        template(
            "tasks/update",
            "an unknown one",
            json!({"taskId": "no-such-task", "inputResponses": {}}),
        ),
        template(
            "tasks/cancel",
            "an unknown one",
            json!({"taskId": "no-such-task"}),
        ),
        template("tasks/get", "no id", json!({})),
        template("tasks/list", "plain", json!({})),
        template(
            "tasks/result",
            "an unknown one",
            json!({"taskId": "no-such-task"}),
        ),
        template("roots/list", "a method of clients", json!({})),
        template(
            "sampling/createMessage",
            "a method of clients",
            json!({"messages": [], "maxTokens": 1}),
        ),
        template("no/such/method", "plain", json!({})),
        template("", "an empty method", json!({})),
        template("Tools/List", "another case", json!({})),
        template("notifications/initialized", "as a request", json!({})),
    ]
}
