//! Users and keys through the API.

use serde_json::{Value, json};

use super::{Api, rights::Guarded};

#[tokio::test]
async fn the_tools_of_a_removed_user_are_switched_off_and_given_to_another() {
    let guarded = Guarded::start().await;
    let send = |method: &'static str, path: &'static str, body: Value| {
        let request = guarded.api.request(method.parse().unwrap(), path);
        let request = request.bearer_auth(&guarded.admin).json(&body);
        async move { super::answered(request).await }
    };
    let call = |key: String| {
        let guarded = &guarded;
        let nothing = json!({});
        async move {
            let path = "tools/shared/call";
            guarded.send(&key, "POST", path, &nothing).await.expect(200)["error"].clone()
        }
    };
    assert_eq!(call(guarded.caller.clone()).await, json!(null));
    let removed = send("DELETE", "users/owner", Value::Null).await;
    assert_eq!(removed.status, 204);
    for key in [&guarded.caller, &guarded.admin] {
        assert_eq!(call(key.clone()).await, "Tool 'shared' not found");
    }
    for name in ["tools/mine", "tools/shared"] {
        let tool = send("GET", name, Value::Null).await.expect(200);
        assert_eq!(
            (&tool["is_active"], &tool["owner"]),
            (&json!(false), &json!("owner"))
        );
        assert_eq!(tool["updated_by"], "admin");
    }
    let given = json!({"owner": "author", "is_active": true});
    let request = guarded.api.request(reqwest::Method::PATCH, "tools/shared");
    let request = request.bearer_auth(&guarded.admin).json(&given);
    let request = request.header("if-match", "\"2\"");
    assert_eq!(
        super::answered(request).await.expect(200)["owner"],
        "author"
    );
    assert_eq!(call(guarded.caller.clone()).await, json!(null));
}

#[tokio::test]
async fn a_user_gets_a_key_that_is_shown_once_rotated_and_revoked() {
    let guarded = Guarded::start().await;
    let admin = guarded.admin.clone();
    let send = |method: &'static str, path: String, body: Value| {
        let (guarded, admin) = (&guarded, admin.clone());
        async move {
            let request = guarded
                .api
                .request(method.parse().unwrap(), &path)
                .bearer_auth(admin);
            super::answered(match body.is_null() {
                true => request,
                false => request.json(&body),
            })
            .await
        }
    };
    let user = send(
        "POST",
        "users".into(),
        json!({"name": "minji", "role": "caller"}),
    )
    .await
    .expect(201);
    assert_eq!(
        (&user["keys"], &user["tools"], &user["is_active"]),
        (&json!(0), &json!(0), &json!(true))
    );
    let taken = send(
        "POST",
        "users".into(),
        json!({"name": "minji", "role": "caller"}),
    )
    .await;
    assert_eq!(taken.status, 409);
    let wrong = send(
        "POST",
        "users".into(),
        json!({"name": "a b", "role": "caller"}),
    )
    .await;
    assert_eq!(wrong.expect(422)["problems"][0]["path"], "/name");
    let body = json!({"user": "minji", "role": "caller", "label": "laptop", "tools": ["sha*"], "expires_at": null});
    let key = send("POST", "keys".into(), body).await.expect(201);
    let (id, text) = (
        key["id"].as_str().unwrap().to_owned(),
        key["key"].as_str().unwrap().to_owned(),
    );
    assert_eq!(
        (&key["tools"], &key["label"]),
        (&json!(["sha*"]), &json!("laptop"))
    );
    let call = |text: String| {
        let guarded = &guarded;
        async move {
            guarded
                .send(&text, "POST", "tools/shared/call", &json!({}))
                .await
                .status
        }
    };
    assert_eq!(call(text.clone()).await, 200);
    let listed = send("GET", "keys?limit=1000".into(), Value::Null)
        .await
        .expect(200)
        .to_string();
    assert!(
        listed.contains(&id) && !listed.contains(&text[16..]),
        "{listed}"
    );
    let rotated = send("POST", format!("keys/{id}/rotate"), Value::Null)
        .await
        .expect(200);
    assert_eq!(call(text).await, 401);
    let (id, text) = (
        rotated["id"].as_str().unwrap(),
        rotated["key"].as_str().unwrap().to_owned(),
    );
    assert_eq!(call(text.clone()).await, 200);
    let off = send("PATCH", "users/minji".into(), json!({"is_active": false}))
        .await
        .expect(200);
    assert_eq!(off["is_active"], false);
    assert_eq!(call(text.clone()).await, 401);
    send("PATCH", "users/minji".into(), json!({"is_active": true}))
        .await
        .expect(200);
    assert_eq!(
        send("DELETE", format!("keys/{id}"), Value::Null)
            .await
            .status,
        204
    );
    assert_eq!(call(text).await, 401);
    assert_eq!(
        send("DELETE", "users/minji".into(), Value::Null)
            .await
            .status,
        204
    );
    assert_eq!(
        send("GET", "users".into(), Value::Null).await.expect(200)["total"],
        4
    );
}

#[tokio::test]
async fn a_key_above_its_user_is_refused() {
    let api = Api::with(json!([])).await;
    api.post("users", json!({"name": "minji", "role": "caller"}))
        .await
        .expect(201);
    let refused = api
        .post("keys", json!({"user": "minji", "role": "admin"}))
        .await
        .expect(422);
    assert_eq!(refused["problems"][0]["path"], "/role");
    let unknown = api.post("keys", json!({"user": "nobody"})).await;
    assert_eq!(
        unknown.refusal(),
        (404, "there is no user `nobody`".to_owned())
    );
}
