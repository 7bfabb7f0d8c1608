//! Every route, for everybody: nobody, a wrong key, a caller, an author who is not the owner, the owner, an admin.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};
use toolwright::access::AccessRole;
use toolwright_access::{Accounts, KeyText, NewKey};

use super::{Answered, Api, NO_DATABASE, answered};
use crate::registry::{Registry, constant};

/// A server that asks everybody for a key, and the keys of its users.
pub(crate) struct Guarded {
    pub(crate) api: Api,
    pub(crate) accounts: Accounts,
    pub(crate) caller: String,
    pub(crate) author: String,
    pub(crate) owner: String,
    pub(crate) admin: String,
}

impl Guarded {
    pub(crate) async fn start() -> Self {
        Self::start_with(Vec::new()).await
    }

    /// Starts a server with further tools.
    pub(crate) async fn start_with(tools: Vec<Value>) -> Self {
        Self::start_with_settings(tools, &[]).await
    }

    /// Starts a server with further tools and settings.
    pub(crate) async fn start_with_settings(mut tools: Vec<Value>, more: &[(&str, &str)]) -> Self {
        let mut mine = constant("mine", "1");
        mine["owner"] = json!("owner");
        let mut shared = constant("shared", "2");
        shared["owner"] = json!("owner");
        shared["is_public"] = json!(true);
        tools.extend([mine, shared]);
        let registry = Registry::with(json!(tools));
        let agent = json!({
            "name": "mine", "model_provider": "openai", "model_name": "gpt-5", "owner": "owner",
            "tools": ["mine", "shared"],
        });
        let agents = json!({"agents": [agent]}).to_string();
        std::fs::write(registry.path("agents.json"), agents).unwrap();
        let settings = [&NO_DATABASE[..], &[("TOOLWRIGHT_AUTH", "required")], more].concat();
        let api = Api::of(registry, &settings).await;
        let accounts = Accounts::open(api.registry.path("access.json")).unwrap();
        let key = |name: &str, role| {
            accounts.add_user(name, role).unwrap();
            accounts.create_key(NewKey::of(name)).unwrap().1.expose()
        };
        let (caller, author) = (
            key("caller", AccessRole::Caller),
            key("author", AccessRole::Author),
        );
        let (owner, admin) = (
            key("owner", AccessRole::Author),
            key("admin", AccessRole::Admin),
        );
        // The server looks at the file twice a second.
        tokio::time::sleep(std::time::Duration::from_millis(700)).await;
        Self {
            api,
            accounts,
            caller,
            author,
            owner,
            admin,
        }
    }

    /// Sends a request with a key, or without one if it is empty.
    pub(crate) async fn send(&self, key: &str, method: &str, path: &str, body: &Value) -> Answered {
        let verb = Method::from_bytes(method.as_bytes()).unwrap();
        let mut request = self.api.request(verb, path);
        if !body.is_null() {
            request = request.json(body);
        } else if method != "GET" {
            request = request.header("content-type", "application/json");
        }
        if !key.is_empty() {
            request = request.bearer_auth(key);
        }
        answered(request.header("if-match", "\"99\"")).await
    }

    async fn statuses(&self, method: &str, path: &str, body: &Value) -> [u16; 6] {
        let wrong = KeyText::generate().expose();
        let keys = [
            "",
            &wrong,
            &self.caller,
            &self.author,
            &self.owner,
            &self.admin,
        ];
        let mut statuses = [0; 6];
        for (status, key) in statuses.iter_mut().zip(keys) {
            *status = self.send(key, method, path, body).await.status;
        }
        // After twenty wrong keys an address has to wait.
        if statuses[1] == 429 {
            statuses[1] = 401;
        }
        statuses
    }
}

/// What a caller, an author, the owner and an admin get.
fn table() -> Vec<(&'static str, &'static str, Value, [u16; 4])> {
    let (none, empty) = (Value::Null, json!({}));
    let spec = json!({"spec": {}});
    let all = [200; 4];
    vec![
        ("GET", "session", none.clone(), all),
        ("GET", "tools", none.clone(), all),
        ("GET", "kinds", none.clone(), all),
        ("POST", "tools", empty.clone(), [403, 422, 422, 422]),
        ("GET", "tools/{name}", none.clone(), [404, 404, 200, 200]),
        ("PUT", "tools/{name}", empty.clone(), [404, 404, 422, 422]),
        ("PATCH", "tools/{name}", empty.clone(), [404, 404, 412, 412]),
        ("DELETE", "tools/{name}", none.clone(), [404, 404, 412, 412]),
        (
            "POST",
            "tools/{name}/restore",
            none.clone(),
            [403, 404, 409, 409],
        ),
        (
            "GET",
            "tools/{name}/versions",
            none.clone(),
            [403, 404, 200, 200],
        ),
        (
            "POST",
            "tools/{name}/versions/{version}/rollback",
            none.clone(),
            [403, 404, 404, 404],
        ),
        ("POST", "tools/check", spec.clone(), [403, 200, 200, 200]),
        ("POST", "tools/import", empty.clone(), [403, 422, 422, 422]),
        ("POST", "tools/test", spec, [403, 422, 422, 422]),
        (
            "POST",
            "tools/{name}/test",
            empty.clone(),
            [403, 404, 200, 200],
        ),
        (
            "POST",
            "tools/{name}/call",
            empty.clone(),
            // The result says for which of them the tool exists.
            all,
        ),
        ("GET", "agents", none.clone(), all),
        ("POST", "agents", empty.clone(), [403, 422, 422, 422]),
        ("GET", "agents/{name}", none.clone(), [404, 404, 200, 200]),
        ("PUT", "agents/{name}", empty.clone(), [404, 404, 422, 422]),
        (
            "PATCH",
            "agents/{name}",
            empty.clone(),
            [404, 404, 412, 412],
        ),
        (
            "DELETE",
            "agents/{name}",
            none.clone(),
            [404, 404, 412, 412],
        ),
        (
            "POST",
            "agents/{name}/restore",
            none.clone(),
            [403, 404, 409, 409],
        ),
        (
            "GET",
            "agents/{name}/export",
            none.clone(),
            [404, 404, 200, 200],
        ),
        (
            "GET",
            "agents/{name}/versions",
            none.clone(),
            [403, 404, 200, 200],
        ),
        (
            "POST",
            "agents/{name}/versions/{version}/rollback",
            none.clone(),
            [403, 404, 404, 404],
        ),
        ("POST", "plans", json!([]), all),
        ("POST", "choose", json!({"task": "Add two numbers."}), all),
        ("GET", "review", none.clone(), all),
        ("GET", "executions", none.clone(), all),
        ("GET", "executions/{id}", none.clone(), [404; 4]),
        ("POST", "executions/{id}/replay", empty.clone(), [404; 4]),
        ("GET", "statistics", none.clone(), all),
        ("GET", "database/tables", none.clone(), [403, 503, 503, 503]),
        (
            "GET",
            "database/posture",
            none.clone(),
            [403, 403, 403, 503],
        ),
        (
            "GET",
            "database/tables/{table}",
            none.clone(),
            [403, 404, 404, 404],
        ),
        ("GET", "settings", none.clone(), [403, 403, 403, 200]),
        ("GET", "health", none.clone(), [403, 403, 403, 200]),
        ("GET", "servers", none.clone(), [403, 403, 403, 200]),
        ("POST", "servers", empty.clone(), [403, 403, 403, 422]),
        (
            "POST",
            "servers/import",
            empty.clone(),
            [403, 403, 403, 422],
        ),
        ("GET", "servers/{name}", none.clone(), [403, 403, 403, 404]),
        (
            "PATCH",
            "servers/{name}",
            empty.clone(),
            [403, 403, 403, 404],
        ),
        (
            "DELETE",
            "servers/{name}",
            none.clone(),
            [403, 403, 403, 404],
        ),
        (
            "GET",
            "servers/{name}/logs",
            none.clone(),
            [403, 403, 403, 404],
        ),
        (
            "POST",
            "servers/{name}/test",
            none.clone(),
            [403, 403, 403, 404],
        ),
        (
            "POST",
            "servers/{name}/approve",
            json!({"seen": "x"}),
            [403, 403, 403, 404],
        ),
        (
            "POST",
            "servers/{name}/login",
            json!({"redirect": "http://127.0.0.1:9/"}),
            [403, 403, 403, 404],
        ),
        (
            "POST",
            "servers/{name}/login/finish",
            json!({"redirected": "http://127.0.0.1:9/?code=x&state=y"}),
            [403, 403, 403, 404],
        ),
        ("GET", "questions", none.clone(), all),
        ("POST", "questions/{id}", json!({"answer": "x"}), [404; 4]),
        ("DELETE", "questions/{id}", none.clone(), [404; 4]),
        ("GET", "users", none.clone(), [403, 403, 403, 200]),
        ("POST", "users", empty.clone(), [403, 403, 403, 422]),
        ("PATCH", "users/{name}", empty.clone(), [403, 403, 403, 404]),
        ("DELETE", "users/{name}", none.clone(), [403, 403, 403, 404]),
        ("GET", "keys", none.clone(), [403, 403, 403, 200]),
        ("POST", "keys", empty.clone(), [403, 403, 403, 422]),
        ("DELETE", "keys/{id}", none.clone(), [403, 403, 403, 404]),
        (
            "POST",
            "keys/{id}/rotate",
            none.clone(),
            [403, 403, 403, 404],
        ),
        ("GET", "openapi.json", none, all),
    ]
}

#[tokio::test]
async fn every_route_gives_each_role_what_it_may_have() {
    let guarded = Guarded::start().await;
    let (mut wrong, mut known) = (Vec::new(), BTreeSet::new());
    for (method, path, body, [caller, author, owner, admin]) in table() {
        let name = if path.starts_with("tools") || path.starts_with("agents") {
            "mine"
        } else {
            "none"
        };
        let filled = path.replace("{name}", name).replace("{id}", "none");
        let filled = filled.replace("{version}", "99").replace("{table}", "none");
        let found = guarded.statuses(method, &filled, &body).await;
        let expected = [401, 401, caller, author, owner, admin];
        if found != expected {
            wrong.push(format!(
                "{method} {path}: expected {expected:?}, found {found:?}"
            ));
        }
        known.insert(format!("{} /{path}", method.to_lowercase()));
    }
    assert_eq!(wrong, Vec::<String>::new());
    let document = guarded
        .send(&guarded.admin, "GET", "openapi.json", &Value::Null)
        .await;
    let document = document.expect(200);
    let mut described = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            described.insert(format!("{method} {path}"));
        }
    }
    // These have tests of their own.
    for own in ["get /events", "post /session", "delete /session"] {
        assert!(described.remove(own), "{own}");
    }
    assert_eq!(known, described);
}

#[tokio::test]
async fn a_public_tool_is_for_everybody_and_only_its_owner_changes_it() {
    let guarded = Guarded::start().await;
    let empty = json!({});
    let called = guarded.statuses("POST", "tools/shared/call", &empty).await;
    assert_eq!(called, [401, 401, 200, 200, 200, 200]);
    let patched = guarded.statuses("PATCH", "tools/shared", &empty).await;
    assert_eq!(patched, [401, 401, 403, 403, 412, 412]);
    let shown = guarded
        .send(&guarded.author, "GET", "tools/shared", &Value::Null)
        .await;
    let shown = shown.expect(200);
    assert_eq!(
        (&shown["spec"], &shown["editable"]),
        (&Value::Null, &json!(false))
    );
}

#[tokio::test]
async fn an_author_owns_what_it_creates_and_cannot_give_it_away_or_run_programs() {
    let guarded = Guarded::start().await;
    let author = guarded.author.clone();
    let create = |body: Value| {
        let (guarded, author) = (&guarded, author.clone());
        async move { guarded.send(&author, "POST", "tools", &body).await }
    };
    let created = create(constant("new", "1")).await.expect(201);
    assert_eq!(
        (&created["owner"], &created["is_public"]),
        (&json!("author"), &json!(false))
    );
    let mut given = constant("gift", "1");
    given["owner"] = json!("caller");
    assert_eq!(create(given).await.status, 403);
    let shell = json!({
        "name": "sh", "type": "shell", "description": "Runs.", "config": {"command": ["id"]},
    });
    let why = (
        403,
        "only an admin may define tools that run programs".to_owned(),
    );
    assert_eq!(create(shell.clone()).await.refusal(), why);
    let trial = json!({"spec": shell});
    assert_eq!(
        guarded
            .send(&author, "POST", "tools/test", &trial)
            .await
            .refusal(),
        why
    );
    let check = guarded.send(&author, "POST", "tools/check", &trial).await;
    assert_eq!(check.refusal(), why);
    let replaced = json!({"name": "calculator", "type": "builtin", "description": "Mine now."});
    let why = (403, "only an admin may replace a built-in tool".to_owned());
    assert_eq!(create(replaced).await.refusal(), why);
}

#[tokio::test]
async fn a_caller_sees_its_own_calls_only() {
    let guarded = Guarded::start().await;
    let (caller, author) = (guarded.caller.clone(), guarded.author.clone());
    let empty = json!({});
    let call = guarded
        .send(&caller, "POST", "tools/shared/call", &empty)
        .await
        .expect(200);
    let path = format!("executions/{}", call["execution_id"].as_str().unwrap());
    let count = |key: String| {
        let guarded = &guarded;
        async move {
            let list = guarded.send(&key, "GET", "executions", &Value::Null).await;
            list.expect(200)["items"].as_array().unwrap().len()
        }
    };
    assert_eq!(count(caller.clone()).await, 1);
    assert_eq!(count(author.clone()).await, 0);
    assert_eq!(count(guarded.admin.clone()).await, 1);
    let statuses = guarded.statuses("GET", &path, &Value::Null).await;
    assert_eq!(statuses, [401, 401, 200, 404, 404, 200]);
    let counted = guarded
        .send(&author, "GET", "statistics", &Value::Null)
        .await;
    assert_eq!(counted.expect(200)["outcomes"], json!({}));
}

#[tokio::test]
async fn a_private_tool_answers_like_one_that_does_not_exist() {
    let guarded = Guarded::start().await;
    let get = |name: &'static str| {
        let guarded = &guarded;
        async move {
            let answer = guarded
                .send(
                    &guarded.author,
                    "GET",
                    &format!("tools/{name}"),
                    &Value::Null,
                )
                .await;
            (answer.status, answer.body.to_string().replace(name, "NAME"))
        }
    };
    assert_eq!(get("mine").await, get("none").await);
    let listed = guarded
        .send(&guarded.author, "GET", "tools?limit=1000", &Value::Null)
        .await;
    let names = super::names(&listed.expect(200));
    assert!(names.contains(&"shared".to_owned()) && !names.contains(&"mine".to_owned()));
}

#[tokio::test]
async fn a_private_tool_has_the_result_of_an_unknown_one() {
    let guarded = Guarded::start().await;
    let nothing = json!({});
    let plan = json!({"tools": ["mine", "none"]});
    for key in [&guarded.caller, &guarded.author] {
        let call = async |name: &str| {
            let path = format!("tools/{name}/call");
            let mut result = guarded.send(key, "POST", &path, &nothing).await.expect(200);
            result["elapsed"].take();
            result.to_string().replace(name, "NAME")
        };
        let private = call("mine").await;
        assert!(private.contains("Tool 'NAME' not found"), "{private}");
        assert_eq!(private, call("none").await);
        let report = guarded.send(key, "POST", "plans", &plan).await.expect(200);
        let entry = |index: usize, name: &str| {
            let mut result = report["results"][index].clone();
            result["elapsed"].take();
            result.to_string().replace(name, "NAME")
        };
        assert_eq!(entry(0, "mine"), entry(1, "none"));
    }
}
