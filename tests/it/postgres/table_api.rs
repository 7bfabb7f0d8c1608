//! `/api/v1/database/tables`: the tables that a tool can query, read over HTTP.

use std::fs;

use serde_json::{Value, json};

use crate::{
    api::Api,
    harness::{Seat, TestDatabase, borrowed},
};

const SHOP: &str = r#"
    CREATE TABLE customers (id int PRIMARY KEY, email text NOT NULL);
    CREATE TABLE "Odd ""name""" (id int PRIMARY KEY, customer int REFERENCES customers (id), note text);
    COMMENT ON COLUMN customers.email IS '고객 연락처';
    INSERT INTO customers VALUES (1, 'hong@example.com'), (2, 'kim@example.com'), (3, 'lee@example.com');
    INSERT INTO "Odd ""name""" VALUES (7, 1, '한글');"#;

async fn shop() -> (TestDatabase, Api) {
    let database = TestDatabase::with(SHOP).await;
    let settings = database.settings(Seat::Reader);
    let api = Api::with_settings(json!([]), &borrowed(&settings)).await;
    (database, api)
}

/// The lines of the audit log.
fn audited(api: &Api) -> Vec<Value> {
    let text = fs::read_to_string(api.registry.path("../data/audit.jsonl")).unwrap_or_default();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    lines.collect()
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn tables_are_listed_with_columns_keys_and_comments() {
    let (database, api) = shop().await;
    let list = api.get("database/tables").await;
    assert_eq!(list.status, 200, "{}", list.body);
    let items = list.body["items"].as_array().unwrap();
    let own = |name: &str| {
        let mut found = items
            .iter()
            .filter(|table| table["schema"] == *database.schema && table["name"] == name);
        found.next().unwrap()
    };
    let email = &own("customers")["columns"][1];
    assert_eq!(email["name"], "email");
    assert_eq!(email["type"], "text");
    assert_eq!(email["comment"], "고객 연락처");
    assert_eq!(email["nullable"], false);
    assert_eq!(own("customers")["columns"][0]["key"], "primary");
    let customer = &own("Odd \"name\"")["columns"][1];
    assert_eq!(customer["key"], "foreign");
    let referenced = format!("{}.customers.id", database.schema);
    assert_eq!(customer["references"], referenced);
    assert!(list.body["functions"].as_array().unwrap().len() > 100);
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn the_first_rows_of_a_table_are_read_and_audited() {
    let (database, api) = shop().await;
    let path = format!("database/tables/{}.customers", database.schema);
    let plain = api.get(&path).await;
    assert_eq!(plain.body["rows"], Value::Null, "{}", plain.body);
    assert_eq!(audited(&api), Vec::<Value>::new());

    let answer = api.get(&format!("{path}?rows=2")).await;
    let expected = json!([
        {"id": 1, "email": "hong@example.com"},
        {"id": 2, "email": "kim@example.com"},
    ]);
    assert_eq!(answer.body["rows"], expected, "{}", answer.body);
    let quoted = format!(
        "database/tables/{}.Odd%20%22name%22?rows=100",
        database.schema
    );
    let answer = api.get(&quoted).await;
    let expected = json!([{"id": 7, "customer": 1, "note": "한글"}]);
    assert_eq!(answer.body["rows"], expected, "{}", answer.body);

    let lines = audited(&api);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert_eq!(lines[0]["operation"], "readTableRows");
    let subject = lines[0]["subject"].as_str().unwrap();
    assert!(subject.contains("customers"), "{subject}");
    assert_eq!(lines[0]["status"], 200);
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn too_many_rows_and_unknown_tables_are_refused() {
    let (database, api) = shop().await;
    let schema = &database.schema;
    let many = api
        .get(&format!("database/tables/{schema}.customers?rows=101"))
        .await;
    assert_eq!(many.status, 400, "{}", many.body);
    for name in [
        format!("{schema}.nothing"),
        "customers".to_owned(),
        format!("{schema}.customers%22%3B%20DROP%20TABLE%20customers--"),
    ] {
        let answer = api.get(&format!("database/tables/{name}?rows=1")).await;
        assert_eq!(answer.status, 404, "{name}: {}", answer.body);
    }
}
