//! The registry at the start of a server.

use std::fs;

use serde_json::json;

use super::{Registry, constant, own_tools};
use crate::{
    api::{Api, NO_DATABASE},
    harness::{Home, TestServer, run},
};

#[test]
fn a_configured_file_that_is_missing_cut_off_or_wrong_stops_the_start() {
    let registry = Registry::with(json!([constant("one", "1")]));
    let path = registry.path("tools.json").to_string_lossy().into_owned();
    let stopped = |expected: &str| {
        for command in ["stdio", "serve"] {
            let ended = run(registry.toolwright(&[command]));
            assert_eq!(ended.code, Some(1), "{command}: {}", ended.stderr);
            assert!(
                ended.stderr.contains(expected),
                "{command}: {}",
                ended.stderr
            );
            assert_eq!(ended.stdout, "");
        }
    };
    registry.write("{\"tools\": [\n  {\"name\": \"one\"");
    stopped(&format!("{path}:2:3: invalid JSON: unterminated object"));
    registry.write("{\"tools\": [\n  {\"name\": \"one\", \"type\": \"expression\", \"description\": \"d\", \"config\": {\"expression\": \"1\"}, \"tpye\": 1}\n]}");
    stopped(&format!(
        "{path}:2:100: tools[0].tpye: unknown field: did you mean `type`?"
    ));
    fs::remove_file(&path).unwrap();
    stopped(&format!(
        "`{path}` does not exist: `toolwright init` writes one"
    ));
}

#[test]
fn a_home_that_cannot_be_written_is_told_with_what_to_set() {
    let home = Home::new();
    for command in [
        &["stdio"][..],
        &["serve"],
        &["call", "calculator", "expression=1"],
    ] {
        let mut start = home.toolwright(command);
        start.env("HOME", "/proc/nobody");
        let ended = run(start);
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(1), ""));
        let folder = "`/proc/nobody/.local/share/toolwright/registry`: ";
        assert!(ended.stderr.contains(folder), "{}", ended.stderr);
        let hint = "; set `TOOLWRIGHT_DATA_DIR` to a folder that this user can write\n";
        assert!(ended.stderr.ends_with(hint), "{}", ended.stderr);
    }
}

#[test]
fn a_tool_of_the_name_of_a_built_in_one_is_switched_off_unless_it_stands_in_for_it() {
    let registry = Registry::with(json!([constant("calculator", "1")]));
    let ended = run(registry.toolwright(&["tools"]));
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    let warned = "the registered tool `calculator` is switched off: a built-in tool has its name";
    assert!(ended.stderr.contains(warned), "{}", ended.stderr);
    assert!(!ended.stdout.contains("A constant."), "{}", ended.stdout);
    let own = json!([{"name": "calculator", "type": "builtin", "description": "Calculates, says an admin."}]);
    let registry = Registry::with(own);
    let listed = run(registry.toolwright(&["tools"])).answer();
    assert!(
        listed.contains("calculator           Calculates, says an admin.\n"),
        "{listed}"
    );
}

#[tokio::test]
async fn with_nothing_configured_the_first_start_writes_a_fresh_registry() {
    let home = Home::new();
    let client = home.server(&[]).client().await.unwrap();
    assert_eq!(own_tools(&client).await, Vec::<String>::new());
    client.close().await.unwrap();
    let folder = home.join("data/registry");
    let fresh = fs::read_to_string(folder.join("tools.json")).unwrap();
    assert!(fresh.contains("\"$schema\": \"./tools.schema.json\""));
    let schema = fs::read_to_string(folder.join("tools.schema.json")).unwrap();
    let printed = run(home.toolwright(&["schema"])).answer();
    assert_eq!(schema, printed);
    // A second start leaves it as it is.
    fs::write(folder.join("tools.json"), "{\"tools\": []}").unwrap();
    home.server(&[])
        .client()
        .await
        .unwrap()
        .close()
        .await
        .unwrap();
    assert_eq!(
        fs::read_to_string(folder.join("tools.json")).unwrap(),
        "{\"tools\": []}"
    );
}

#[test]
fn every_tool_of_a_fresh_registry_can_be_switched_on_and_works() {
    let home = Home::new();
    let folder = home.join("mine").to_string_lossy().into_owned();
    let written = run(home.toolwright(&["init", &folder])).answer();
    assert_eq!(written.lines().count(), 4, "{written}");
    let command = |words: &[&str]| {
        let mut command = home.toolwright(words);
        command
            .env("TOOLWRIGHT_REGISTRY_DIR", &folder)
            .env("PATH", "/usr/bin:/bin");
        run(command)
    };
    for name in [
        "example_product",
        "hello_shell",
        "quick_calculation",
        "search_files",
    ] {
        assert_eq!(
            command(&["tools", "enable", name]).answer(),
            format!("{name} (revision 2)\n")
        );
    }
    assert_eq!(
        command(&["call", "example_product", "num1=5", "num2=3"]).answer(),
        "15\n"
    );
    let greeting = command(&["call", "hello_shell", "name=Ada"]).answer();
    assert!(greeting.contains("Hello, Ada!"), "{greeting}");
    assert!(
        command(&["call", "quick_calculation", "expression=2 * 3"])
            .answer()
            .contains('6')
    );
    let missing = command(&["call", "search_files", "pattern=x"]);
    assert_eq!(missing.code, Some(1));
    assert!(
        missing
            .stderr
            .contains("there is no MCP server `files` in `mcp.json`")
    );
    let again = command(&["init", &folder]);
    assert_eq!(again.code, Some(1), "{again:?}");
}

#[test]
fn a_malformed_file_of_mcp_servers_stops_the_start() {
    let registry = Registry::with(json!([constant("one", "1")]));
    let path = registry.path("mcp.json");
    let stopped = |text: &str, expected: &str| {
        fs::write(&path, text).unwrap();
        for command in ["stdio", "serve"] {
            let ended = run(registry.toolwright(&[command]));
            assert_eq!(ended.code, Some(1), "{command}: {}", ended.stderr);
            let expected = format!("{}:{expected}", path.display());
            assert!(ended.stderr.contains(&expected), "{}", ended.stderr);
        }
    };
    stopped("{\"mcpServers\": {\n", "1:16: invalid JSON: ");
    stopped(
        "{\"mcpServers\": {\"files\": {}}}",
        "1:26: mcpServers.files: expected `command` for a program, or `url`",
    );
    fs::write(&path, "{\"mcpServers\": {\"files\": {\"command\": \"x\"}}}").unwrap();
    let listed = run(registry.toolwright(&["tools"])).answer();
    assert!(listed.contains("one "), "{listed}");
}

#[tokio::test]
async fn basic_tools_whose_service_is_off_do_not_stop_the_start_and_say_what_to_set() {
    let registry = Registry::with(json!([
        {"name": "web_search", "type": "builtin"},
        {"name": "code_execution", "type": "builtin", "is_active": false},
        {"name": "run_code", "type": "builtin", "config": {"tool": "code_execution"}},
    ]));
    let search = run(registry.toolwright(&["call", "web_search", "query=x"]));
    assert_eq!(search.code, Some(1), "{}", search.stderr);
    assert!(
        search.stderr.contains("`TOOLWRIGHT_SEARCH_URL`"),
        "{}",
        search.stderr
    );
    let code = run(registry.toolwright(&["call", "run_code", "language=shell", "code=true"]));
    assert_eq!(code.code, Some(1), "{}", code.stderr);
    assert!(
        code.stderr.contains("`TOOLWRIGHT_CODE_EXECUTION=true`"),
        "{}",
        code.stderr
    );
    let api = Api {
        server: TestServer::start(registry.server_with(&NO_DATABASE)).await,
        registry,
    };
    for (name, setting) in [
        ("web_search", "`TOOLWRIGHT_SEARCH_URL`"),
        ("run_code", "`TOOLWRIGHT_CODE_EXECUTION=true`"),
    ] {
        let shown = api.get(&format!("tools/{name}")).await.expect(200);
        assert_eq!(shown["is_active"], true, "{name}");
        let problem = shown["problem"].as_str().unwrap();
        assert!(problem.contains(setting), "{name}: {problem}");
    }
    let calculator = api.get("tools/calculator").await.expect(200);
    assert_eq!(calculator["problem"], json!(null));
    let registry = api.registry;
    // A definition without a description has that of the built-in tool.
    let listed = run(registry.toolwright(&["tools"])).answer();
    assert!(
        listed.contains("Searches the web and returns titles"),
        "{listed}"
    );
}

#[test]
fn a_definition_needs_no_description() {
    for description in ["", "\"description\": null, "] {
        let registry = Registry::with(json!([]));
        registry.write(&format!(
            "{{\"tools\": [{{\"name\": \"one\", {description}\"type\": \"expression\", \
             \"config\": {{\"expression\": \"1\"}}}}]}}"
        ));
        assert_eq!(run(registry.toolwright(&["call", "one"])).answer(), "1\n");
    }
}

#[test]
fn an_argument_that_is_left_out_of_an_expression_is_none() {
    let registry = Registry::with(json!([{
        "name": "greet", "type": "expression", "description": "Greets.",
        "parameters": [
            {"name": "name", "type": "string"},
            {"name": "title", "type": "string", "required": false},
        ],
        "config": {"expression": "name if title is None else title + ' ' + name"},
    }]));
    let greet = |words: &[&str]| run(registry.toolwright(&[&["call", "greet"], words].concat()));
    assert_eq!(greet(&["name=Ada"]).answer(), "Ada\n");
    assert_eq!(greet(&["name=Ada", "title=Dr."]).answer(), "Dr. Ada\n");
}

#[test]
fn a_failing_shell_tool_says_the_last_line_of_its_standard_error() {
    let registry = Registry::with(json!([{
        "name": "fail", "type": "shell", "description": "Fails.",
        "config": {"command": ["/bin/sh", "-c", "echo one >&2; echo 'no such month' >&2; exit 4"]},
    }]));
    let ended = run(registry.toolwright(&["call", "fail", "-o", "json"]));
    let result: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(ended.code, Some(1));
    assert_eq!(result["error"], "Execution error: no such month");
    assert_eq!(result["result"]["exit_code"], 4);
}

#[test]
fn a_definition_is_text_or_json_as_in_a_database_of_custom_tools() {
    let json = json!({"expression": "num1 * num2"});
    for definition in [json!("num1 * num2"), json.clone(), json!(json.to_string())] {
        let registry = Registry::with(json!([{
            "name": "multiply_numbers", "tool_type": "PYTHON",
            "description_agent": "두 숫자를 입력받아 곱한 결과를 반환합니다.",
            "definition": definition, "is_active": "Y",
            "created_by": "admin", "reg_dt": "2026-11-16 10:00:00",
            "parameters": [
                {"param_name": "num1", "param_type": "NUMBER", "is_required": "Y"},
                {"param_name": "num2", "param_type": "NUMBER", "is_required": "Y"},
            ],
        }]));
        let called = run(registry.toolwright(&["call", "multiply_numbers", "num1=5", "num2=3"]));
        assert_eq!(called.answer(), "15\n");
    }
    let wrong = json!({"expression": "1 +", "colour": "red"}).to_string();
    let registry = Registry::with(json!([
        {"name": "wrong", "tool_type": "PYTHON", "definition": wrong},
    ]));
    let told = run(registry.toolwright(&["tools", "check"]));
    let told = format!("{}{}", told.stdout, told.stderr);
    assert!(told.contains("tools[0].definition: expression: "), "{told}");
    assert!(
        told.contains("tools[0].definition: colour: unknown field"),
        "{told}"
    );
}

#[test]
fn a_call_reads_the_definition_of_its_tool_and_no_other() {
    let mut wrong = constant("wrong", "1 +");
    wrong["tpye"] = json!(1);
    let registry = Registry::with(json!([constant("one", "1"), wrong]));
    let call = |name: &str| run(registry.toolwright(&["call", name]));
    assert_eq!(call("one").answer(), "1\n");
    let built_in = run(registry.toolwright(&["call", "serialize_for_cell", "data=x"]));
    assert_eq!(built_in.answer(), "x\n");
    // Neither has read the versions, to which the first one that does adds what it finds.
    assert!(!registry.path("history.jsonl").exists());
    for words in [&["call", "wrong"][..], &["call", "two"], &["tools"]] {
        let ended = run(registry.toolwright(words));
        assert_eq!(ended.code, Some(1), "{words:?}: {}", ended.stdout);
        assert!(ended.stderr.contains("unknown field: did you mean `type`?"));
    }
    registry.write(&json!({"tools": [constant("one", "1")]}).to_string());
    let mistyped = call("ona");
    assert_eq!(mistyped.code, Some(2));
    assert!(
        mistyped.stderr.contains("did you mean `one`?"),
        "{}",
        mistyped.stderr
    );
    assert!(registry.path("history.jsonl").exists());
}
