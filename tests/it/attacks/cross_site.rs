//! A web page wants to change a server of the one who looks at it.

use reqwest::Method;
use serde_json::json;

use crate::{
    api::{Api, answered},
    registry::constant,
};

#[tokio::test]
async fn a_page_at_another_port_of_this_machine_is_somebody_elses() {
    let api = Api::with(json!([constant("one", "1")])).await;
    let own = api.server.address();
    let port = own.port();
    for origin in [
        "http://127.0.0.1:1".to_owned(),
        "http://127.0.0.1".to_owned(),
        format!("http://localhost:{port}"),
        format!("http://127.0.0.1:{port}.evil.com"),
        format!("http://127.0.0.1:{port}@evil.com"),
        "null".to_owned(),
    ] {
        let request = api.request(Method::GET, "tools").header("origin", &origin);
        assert_eq!(answered(request).await.status, 403, "{origin}");
    }
    let same = api
        .request(Method::GET, "tools")
        .header("origin", format!("http://{own}"));
    assert_eq!(answered(same).await.status, 200);
}

#[tokio::test]
async fn a_change_without_a_body_needs_a_header_that_no_form_sends() {
    let api = Api::with(json!([constant("one", "1")])).await;
    let path = "tools/one/restore";
    let plain = |method| api.request(method, path);
    assert_eq!(answered(plain(Method::POST)).await.status, 415);
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
    ] {
        let request = plain(Method::POST).header("content-type", kind);
        assert_eq!(answered(request).await.status, 415, "{kind}");
    }
    for (name, value) in [
        ("content-type", "application/json"),
        ("x-toolwright-console", "1"),
    ] {
        let request = plain(Method::POST).header(name, value);
        assert_eq!(answered(request).await.status, 409, "{name}");
    }
    assert_eq!(
        answered(api.request(Method::DELETE, "tools/one"))
            .await
            .status,
        415
    );
}
