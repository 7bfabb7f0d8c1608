//! Users, keys and the audit of servers on one database.

use reqwest::Method;
use serde_json::{Value, json};

use super::{Replica, SharedDatabase, commands::toolwright, outage::AWAY};
use crate::{
    api::{Answered, answered},
    harness::{connect, postgres_server, run, until_async},
    registry::{Registry, constant},
};

/// Sends a request with a key.
async fn send(replica: &Replica, key: &str, method: &str, path: &str, body: &Value) -> Answered {
    let request = replica.request(method.parse().unwrap(), path);
    let request = request.bearer_auth(key);
    answered(match body {
        Value::Null => request,
        body => request.json(body),
    })
    .await
}

async fn status(replica: &Replica, key: &str) -> u16 {
    send(replica, key, "GET", "tools", &Value::Null)
        .await
        .status
}

async fn delete(replica: &Replica, path: &str) -> Answered {
    // Without a key, a request must be one that no form of a web page sends.
    answered(replica.request(Method::DELETE, path).json(&Value::Null)).await
}

/// The users that a server knows.
async fn users(replica: &Replica) -> String {
    replica.get("users").await.expect(200)["items"].to_string()
}

/// Adds a user, and returns its key with its id.
async fn user(replica: &Replica, name: &str, role: &str) -> (String, String) {
    let user = json!({"name": name, "role": role});
    replica.post("users", user).await.expect(201);
    let key = replica
        .post("keys", json!({"user": name}))
        .await
        .expect(201);
    let text = |member: &str| key[member].as_str().unwrap().to_owned();
    (text("key"), text("id"))
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_key_of_one_server_works_on_all_until_it_is_revoked_on_any() {
    let database = SharedDatabase::new().await;
    let (one, other) = (
        Replica::start(&database).await,
        Replica::start(&database).await,
    );
    let (key, id) = user(&one, "minji", "caller").await;
    until_async(async || status(&other, &key).await == 200).await;
    let change = json!({"role": "author"});
    let path = "users/minji";
    let changed = other.request(Method::PATCH, path).json(&change);
    answered(changed).await.expect(200);
    let made = async || send(&one, &key, "POST", "tools", &constant("mine", "1")).await;
    until_async(async || made().await.status == 201).await;
    assert_eq!(delete(&other, &format!("keys/{id}")).await.status, 204);
    until_async(async || status(&one, &key).await == 401).await;
    let client = connect(&postgres_server()).await;
    let sql = format!(
        "SELECT action::text || ' ' || subject || ' ' || by || ' ' || (detail ->> 'status')
         FROM {}.audit ORDER BY at, id",
        database.schema
    );
    let rows = client.query(&sql, &[]).await.unwrap();
    let audit: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
    for line in [
        "create_user  local 201".to_owned(),
        "create_key  local 201".to_owned(),
        "patch_user minji local 200".to_owned(),
        "create_tool  minji 201".to_owned(),
        format!("delete_key {id} local 204"),
    ] {
        assert!(audit.contains(&line), "{line:?} in {audit:#?}");
    }
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn what_a_removed_user_owned_is_off_everywhere_and_can_be_given_to_another() {
    let database = SharedDatabase::new().await;
    let (one, other) = (
        Replica::start(&database).await,
        Replica::start(&database).await,
    );
    let (key, _) = user(&one, "minji", "author").await;
    let made = send(&one, &key, "POST", "tools", &constant("mine", "1")).await;
    assert_eq!(made.expect(201)["owner"], "minji");
    until_async(async || {
        users(&other).await.contains("minji") && other.get("tools/mine").await.status == 200
    })
    .await;
    let removed = delete(&other, "users/minji").await;
    assert_eq!(removed.status, 204);
    until_async(async || status(&one, &key).await == 401).await;
    until_async(async || one.get("tools/mine").await.expect(200)["is_active"] == false).await;
    let kept = one.get("tools/mine").await.expect(200);
    assert_eq!(kept["owner"], "minji");
    user(&one, "hana", "author").await;
    let given = json!({"owner": "hana", "is_active": true});
    let given = one.request(Method::PATCH, "tools/mine").json(&given);
    let given = given.header(
        "if-match",
        format!("\"{}\"", kept["revision"].as_str().unwrap()),
    );
    assert_eq!(answered(given).await.expect(200)["owner"], "hana");
    // The name is free again, and nobody has what the one before had.
    let (again, _) = user(&other, "minji", "author").await;
    until_async(async || status(&one, &again).await == 200).await;
    assert_eq!(status(&one, &key).await, 401);
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn while_the_database_is_away_known_keys_go_on_and_nothing_is_changed() {
    let mut database = SharedDatabase::new().await;
    let other_way = SharedDatabase {
        schema: database.schema.clone(),
        ..SharedDatabase::new().await
    };
    let cut_off = Replica::start(&database).await;
    let other = Replica::start(&other_way).await;
    let (key, id) = user(&other, "minji", "caller").await;
    until_async(async || status(&cut_off, &key).await == 200).await;
    database.cut().await;
    let body = json!({"name": "hana", "role": "caller"});
    let refused = cut_off.post("users", body.clone()).await.refusal();
    assert_eq!(refused, (503, AWAY.to_owned()));
    assert_eq!(
        delete(&cut_off, &format!("keys/{id}")).await.refusal(),
        (503, AWAY.to_owned())
    );
    assert_eq!(status(&cut_off, &key).await, 200);
    assert_eq!(delete(&other, &format!("keys/{id}")).await.status, 204);
    database.mend().await;
    until_async(async || status(&cut_off, &key).await == 401).await;
    until_async(async || cut_off.post("users", body.clone()).await.status == 201).await;
    until_async(async || users(&other).await.contains("hana")).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn commands_change_the_users_and_keys_of_running_servers() {
    let database = SharedDatabase::new().await;
    let replica = Replica::start(&database).await;
    let registry = Registry::with(json!([]));
    let say = |words: &[&str]| {
        let ended = run(toolwright(&registry, &database, words));
        assert_eq!(ended.code, Some(0), "{}", ended.stderr);
        ended.stdout
    };
    let key = say(&["keys", "create"]).trim_end().to_owned();
    until_async(async || status(&replica, &key).await == 200).await;
    assert_eq!(
        say(&["users", "add", "ada", "--role", "author"]),
        "added `ada`, author\n"
    );
    until_async(async || replica.get("users").await.expect(200)["total"] == 2).await;
    let again = run(toolwright(&registry, &database, &["users", "add", "ada"]));
    assert!(
        again.stderr.contains("there is a user `ada` already"),
        "{}",
        again.stderr
    );
    say(&["keys", "revoke", &key[3..15]]);
    until_async(async || status(&replica, &key).await == 401).await;
    say(&["users", "remove", "ada"]);
    let left: Value = serde_json::from_str(&say(&["users", "list", "--json"])).unwrap();
    assert_eq!(left.as_array().unwrap().len(), 1);
    assert!(!registry.path("access.json").exists());
}
