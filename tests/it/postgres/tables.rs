//! `db://tables`: the tables that can be queried.

use serde_json::{Value, json};
use toolwright::Client;

use super::client;
use crate::harness::{Seat, TestDatabase};

const SHOP: &str = "
    CREATE TABLE customers (id int PRIMARY KEY, email varchar(255) NOT NULL UNIQUE, joined timestamptz DEFAULT now());
    CREATE TABLE orders (id bigint PRIMARY KEY, customer int REFERENCES customers (id), total numeric(12,2));
    CREATE INDEX orders_of_customer ON orders (customer);
    CREATE VIEW big_orders AS SELECT * FROM orders WHERE total > 1000;
    COMMENT ON TABLE customers IS '고객';
    COMMENT ON COLUMN customers.email IS '고객 연락처';";

async fn read(client: &Client, uri: &str) -> Value {
    let contents = client.read(uri).await.unwrap();
    let contents = serde_json::to_value(&contents[0]).unwrap();
    serde_json::from_str(contents["text"].as_str().unwrap()).unwrap()
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn tables_and_their_columns_can_be_read_as_resources() {
    let database = TestDatabase::with(SHOP).await;
    let schema = &database.schema;
    let client = client(&database, Seat::Reader, &[]).await;
    let listed = read(&client, "db://tables").await;
    let own: Vec<_> = listed["tables"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|table| table["schema"] == **schema)
        .collect();
    let names: Vec<_> = own
        .iter()
        .map(|table| {
            (
                table["name"].as_str().unwrap(),
                table["kind"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        names,
        [
            ("big_orders", "view"),
            ("customers", "table"),
            ("orders", "table")
        ]
    );
    assert_eq!(own[1]["comment"], "고객");
    let customers = read(&client, &format!("db://tables/{schema}.customers")).await;
    assert_eq!(customers["columns"][1]["name"], "email", "{customers}");
    assert_eq!(customers["columns"][1]["type"], "character varying(255)");
    assert_eq!(customers["columns"][1]["comment"], "고객 연락처");
    assert_eq!(customers["columns"][1]["nullable"], false);
    assert_eq!(customers["primary_key"], json!(["id"]));
    let orders = read(&client, &format!("db://tables/{schema}.orders")).await;
    assert_eq!(
        orders["foreign_keys"][0]["columns"],
        json!(["customer"]),
        "{orders}"
    );
    let missing = client
        .read(&format!("db://tables/{schema}.nothing"))
        .await
        .unwrap_err();
    assert!(missing.to_string().contains("nothing"), "{missing}");
    database.drop_everything().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn tables_that_the_role_may_not_read_are_not_listed() {
    let database = TestDatabase::with(SHOP).await;
    let (schema, role) = (database.schema.clone(), database.role(Seat::Reader));
    database
        .superuser
        .batch_execute(&format!("REVOKE ALL ON orders FROM {role}"))
        .await
        .unwrap();
    let client = client(&database, Seat::Reader, &[]).await;
    let listed = read(&client, "db://tables").await.to_string();
    assert!(
        listed.contains("\"customers\"") && !listed.contains("\"orders\""),
        "{listed}"
    );
    assert!(
        client
            .read(&format!("db://tables/{schema}.orders"))
            .await
            .is_err()
    );
    database.drop_everything().await;
}
