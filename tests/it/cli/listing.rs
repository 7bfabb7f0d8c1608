//! The commands `tools`, `resources`, `prompts` and `inspect`.

use serde_json::{Value, json};

use crate::harness::{Ended, Home, run};

fn json_of(name: &str, words: &[&str]) -> Value {
    let home = Home::new();
    serde_json::from_str(&run(home.example(name, words)).answer()).unwrap()
}

fn text_of(name: &str, words: &[&str]) -> String {
    let home = Home::new();
    run(home.example(name, words)).answer()
}

#[test]
fn tools_are_listed_with_their_parameters() {
    assert_eq!(
        text_of("hello", &["tools"]),
        "add  Add two numbers.\n  a  integer  required\n  b  integer  required\n"
    );
    let listed = run(Home::new().toolwright(&["tools"])).answer();
    let first: Vec<_> = listed.lines().take(3).collect();
    assert_eq!(
        first,
        [
            "calculator           Evaluates one Python expression and returns its value. Use it for every calculation.",
            "  expression  string  required  The expression, for instance `round(price * 1.19, 2)`.",
            "  variables   object  optional  The values of the names in the expression, for instance {\"price\": 19.99}.",
        ]
    );
}

#[test]
fn tools_as_json_are_the_objects_of_the_protocol() {
    let tools = json_of("hello", &["tools", "--json"]);
    assert_eq!(tools.as_array().map(Vec::len), Some(1));
    assert_eq!(tools[0]["name"], "add");
    assert_eq!(
        tools[0]["inputSchema"],
        json!({
            "type": "object",
            "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
            "required": ["a", "b"],
            "additionalProperties": false,
        })
    );
}

#[test]
fn resources_are_listed_with_their_templates() {
    assert_eq!(
        text_of("todo", &["resources"]),
        "todo://all         All todos. (application/json)\n\
         todo://items/{id}  One todo. (application/json)\n"
    );
    let resources = json_of("todo", &["resources", "--json"]);
    assert_eq!(resources[0]["uri"], "todo://all");
    assert_eq!(resources[1]["uriTemplate"], "todo://items/{id}");
    assert_eq!(resources.as_array().map(Vec::len), Some(2));
}

#[test]
fn prompts_are_listed_with_their_arguments() {
    let text = text_of("todo", &["prompts"]);
    assert_eq!(
        text.lines().next(),
        Some("plan    Plan how to reach a goal.")
    );
    let prompts = json_of("todo", &["prompts", "--json"]);
    let names: Vec<&Value> = prompts
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["name"])
        .collect();
    assert_eq!(names, ["plan", "review"]);
}

#[test]
fn a_server_without_prompts_has_an_empty_list() {
    let home = Home::new();
    assert_eq!(
        run(home.example("hello", &["prompts"])),
        Ended {
            code: Some(0),
            stdout: String::new(),
            stderr: "there are no prompts\n".into(),
        }
    );
    assert_eq!(json_of("hello", &["prompts", "--json"]), json!([]));
    assert_eq!(json_of("hello", &["resources", "--json"]), json!([]));
}

#[test]
fn inspect_prints_everything_the_server_offers() {
    let contract = json_of("todo", &["inspect"]);
    let keys: Vec<&String> = contract.as_object().unwrap().keys().collect();
    assert_eq!(
        keys[..7],
        [
            "serverInfo",
            "supportedVersions",
            "capabilities",
            "tools",
            "resources",
            "resourceTemplates",
            "prompts",
        ]
    );
    assert_eq!(contract["serverInfo"]["name"], "todo");
    assert_eq!(
        contract["supportedVersions"].as_array().map(Vec::len),
        Some(5)
    );
    assert_eq!(contract["tools"], json_of("todo", &["tools", "--json"]));
    assert_eq!(contract["prompts"], json_of("todo", &["prompts", "--json"]));
    assert_eq!(contract["resources"][0]["uri"], "todo://all");
    assert_eq!(
        contract["resourceTemplates"][0]["uriTemplate"],
        "todo://items/{id}"
    );
}

#[test]
fn registered_tools_are_logged() {
    let ended = run(Home::new().toolwright(&["-v", "tools"]));
    assert_eq!(ended.code, Some(0));
    let line = ended
        .stderr
        .lines()
        .find(|line| line.contains("calculator"));
    let line = line.unwrap();
    assert!(line.contains(" INFO "), "{line}");
    assert!(line.ends_with("Registered tool: calculator"), "{line}");
}

#[test]
fn a_resource_is_read_and_a_prompt_is_printed() {
    let home = Home::new();
    let todo = |words: &[&str]| run(home.example("todo", words));
    assert_eq!(todo(&["read", "todo://all"]).answer(), "[]\n");
    let json: Value =
        serde_json::from_str(&todo(&["read", "todo://all", "--json"]).answer()).unwrap();
    assert_eq!(
        json,
        json!([{"uri": "todo://all", "mimeType": "application/json", "text": "[]"}])
    );
    let wrong = todo(&["read", "todo://al"]);
    assert_eq!(wrong.code, Some(1));
    assert!(
        wrong.stderr.contains("did you mean `todo://all`?"),
        "{}",
        wrong.stderr
    );
    let prompts = json_of("todo", &["prompts", "--json"]);
    let name = prompts[0]["name"].as_str().unwrap();
    let pairs: Vec<String> = prompts[0]["arguments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| format!("{}=3", one["name"].as_str().unwrap()))
        .collect();
    let words: Vec<&str> = ["prompt", name]
        .into_iter()
        .chain(pairs.iter().map(String::as_str))
        .collect();
    let printed = todo(&words).answer();
    assert!(printed.starts_with("user:\n"), "{printed}");
    let wrong = todo(&["prompt", "no-such-thing"]);
    assert_eq!((wrong.code, wrong.stdout.as_str()), (Some(1), ""));
    assert_eq!(todo(&["prompt", name, "pair"]).code, Some(2));
}
