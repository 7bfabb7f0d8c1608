//! A fresh default server, as the binary starts it: the answers that programs read by the letter.

use std::{io::Read as _, process::Command};

use serde_json::{Value, json};

use super::{Answered, NO_DATABASE, answered};
use crate::harness::{Home, Serving, http_client};

/// The binary with a registry that its first start has written.
struct FreshServer {
    serving: Serving,
    _home: Home,
}

impl FreshServer {
    fn start(settings: &[(&str, &str)]) -> Self {
        Self::with_database(&[&NO_DATABASE, settings].concat())
    }

    /// With a database of its own, unless the settings name one.
    fn with_database(settings: &[(&str, &str)]) -> Self {
        let home = Home::new();
        let mut command = home.toolwright(&["serve", "--port", "0"]);
        command.envs(settings.iter().copied());
        Self {
            serving: Serving::start(command),
            _home: home,
        }
    }

    async fn post(&self, path: &str, body: Value) -> Answered {
        let url = format!("http://{}/api/v1/{path}", self.serving.address);
        answered(http_client().post(url).json(&body)).await
    }

    /// Stops the server and returns its log.
    fn log(mut self) -> String {
        self.stop();
        let mut log = String::new();
        let stderr = self.serving.child.stderr.as_mut().unwrap();
        stderr.read_to_string(&mut log).unwrap();
        log
    }

    fn stop(&mut self) {
        let id = self.serving.child.id().to_string();
        if self.serving.child.try_wait().unwrap().is_none() {
            Command::new("kill").arg(id).status().unwrap();
        }
        self.serving.child.wait().unwrap();
    }
}

impl Drop for FreshServer {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Removes what differs from run to run, which every entry must have.
fn entries(report: &Value) -> Vec<Value> {
    let mut entries = report["results"].as_array().unwrap().clone();
    for entry in &mut entries {
        let entry = entry.as_object_mut().unwrap();
        assert!(entry.remove("elapsed").unwrap().is_f64());
        entry.remove("execution_id");
    }
    entries
}

#[tokio::test]
async fn a_plan_of_names_has_an_entry_for_each_tool() {
    let server = FreshServer::start(&[("TOOL_WHITELIST", "calculator,serialize_for_cell")]);
    let plan = json!({"tools": ["calculator", "web_search", "nope"]});
    let report = server.post("plans", plan).await.expect(200);
    let entries = entries(&report);
    let [calculator, web_search, nope] = entries.as_slice() else {
        panic!("{report}")
    };
    let error = calculator["error"].as_str().unwrap();
    assert!(error.starts_with("Input validation failed: "), "{error}");
    assert_eq!(
        (
            &calculator["tool"],
            &calculator["success"],
            &calculator["result"]
        ),
        (&json!("calculator"), &json!(false), &json!(null))
    );
    assert_eq!(
        *web_search,
        json!({
            "tool": "web_search", "tool_name": "web_search", "success": false, "status": "error",
            "result": null, "error": "Blocked by whitelist policy", "error_kind": "denied",
        })
    );
    assert_eq!(
        *nope,
        json!({
            "tool": "nope", "tool_name": "nope", "success": false, "status": "error",
            "result": null, "error": "Tool 'nope' not found", "error_kind": "not_found",
        })
    );
    let log = server.log();
    let text = "Tool 'web_search' blocked by whitelist";
    let lines: Vec<_> = log.lines().filter(|line| line.contains(text)).collect();
    assert!(!lines.is_empty(), "{log}");
    assert!(lines.iter().all(|line| line.contains(" WARN ")), "{log}");
    assert!(!log.contains("'nope'"), "{log}");
}

#[tokio::test]
async fn a_call_says_that_a_tool_is_blocked_or_not_found() {
    let server = FreshServer::start(&[("TOOL_WHITELIST", "calculator")]);
    for (name, error) in [
        ("web_search", "Blocked by whitelist policy"),
        ("nope", "Tool 'nope' not found"),
    ] {
        let called = server.post(&format!("tools/{name}/call"), json!({})).await;
        let called = called.expect(200);
        assert_eq!(
            (&called["tool"], &called["success"], &called["error"]),
            (&json!(name), &json!(false), &json!(error))
        );
    }
}

#[tokio::test]
async fn the_log_says_what_became_of_a_plan() {
    let server = FreshServer::start(&[]);
    let empty = server.post("plans", json!([])).await.expect(200);
    assert_eq!(empty["results"], json!([]));
    let names = json!({"tools": ["calculator", "serialize_for_cell", "nope"]});
    server.post("plans", names.clone()).await.expect(200);
    let log = server.log();
    let lines: Vec<_> = log.lines().filter(|line| line.contains("Step 4")).collect();
    let [skipped, executed] = lines.as_slice() else {
        panic!("{log}")
    };
    for line in [skipped, executed] {
        assert!(line.contains(" INFO "), "{line}");
    }
    assert!(
        skipped.ends_with(": Step 4 (tools) skipped (no tools in plan)"),
        "{skipped}"
    );
    assert!(
        executed.ends_with(": Step 4 (tools) executed: 3 tools"),
        "{executed}"
    );

    let server = FreshServer::start(&[("MCP_TOOLS", "false")]);
    let skipped = server.post("plans", names).await.expect(200);
    assert_eq!(skipped["results"], json!([]));
    let log = server.log();
    let lines: Vec<_> = log.lines().filter(|line| line.contains("Step 4")).collect();
    let [skipped] = lines.as_slice() else {
        panic!("{log}")
    };
    let text = ": Step 4 (tools) skipped (mcp_tools flag OFF)";
    assert!(
        skipped.contains(" INFO ") && skipped.ends_with(text),
        "{skipped}"
    );
}

#[tokio::test]
async fn the_example_of_an_expression_is_made_from_nothing() {
    let server = FreshServer::start(&[]);
    let definition = json!({
        "name": "multiply_numbers", "type": "expression",
        "description": "두 숫자를 입력받아 곱한 결과를 반환합니다.",
        "parameters": [{"name": "num1", "type": "number"}, {"name": "num2", "type": "number"}],
        "config": {"expression": "num1 * num2"},
    });
    server.post("tools", definition).await.expect(201);
    let body = json!({"arguments": {"num1": 5, "num2": 3}});
    let called = server.post("tools/multiply_numbers/call", body).await;
    assert_eq!(called.expect(200)["result"], json!(15));
}

#[tokio::test]
async fn the_example_of_a_query_is_made_from_nothing() {
    let server = FreshServer::with_database(&[("TOOLWRIGHT_EMBEDDED_POSTGRES", "bundled")]);
    let query = "SELECT u.user_nm, l.max_count FROM h_user u JOIN h_mcp_tool_limit l \
        ON u.uid = l.target_id WHERE u.user_nm = :user_name AND l.target_type = 'USER'";
    let definition = json!({
        "name": "get_user_daily_limit", "type": "sql",
        "description": "특정 사용자의 일일 제한량을 조회합니다.",
        "parameters": [{"name": "user_name", "type": "string", "required": true}],
        "config": {"query": query, "result": "row"},
    });
    server.post("tools", definition).await.expect(201);
    let body = json!({"arguments": {"user_name": "hong"}});
    let called = server.post("tools/get_user_daily_limit/call", body).await;
    let result = json!({"user_nm": "hong", "max_count": 50});
    assert_eq!(called.expect(200)["result"], result);
}

#[tokio::test]
async fn a_row_of_a_database_of_custom_tools_is_taken_as_it_is() {
    let server = FreshServer::start(&[]);
    let fields = json!({"expression": "num1 * num2"});
    let forms = [
        ("raw", json!("num1 * num2")),
        ("object", fields.clone()),
        ("text", json!(fields.to_string())),
    ];
    for (name, definition) in forms {
        let number =
            |name: &str| json!({"param_name": name, "param_type": "NUMBER", "is_required": "Y"});
        let row = json!({
            "name": name, "tool_type": "PYTHON", "definition": definition, "is_active": "Y",
            "description_agent": "두 숫자를 입력받아 곱한 결과를 반환합니다.",
            "description_user": "곱하기", "created_by": "admin", "reg_dt": "2026-11-16 10:00:00",
            "parameters": [number("num1"), number("num2")],
        });
        let created = server.post("tools", row).await.expect(201);
        let spec = &created["spec"];
        assert_eq!(
            (&spec["created_by"], &spec["reg_dt"], &spec["definition"]),
            (&json!("admin"), &json!("2026-11-16 10:00:00"), &definition)
        );
        let body = json!({"arguments": {"num1": 5, "num2": 3}});
        let called = server.post(&format!("tools/{name}/call"), body).await;
        assert_eq!(called.expect(200)["result"], json!(15));
    }
}
