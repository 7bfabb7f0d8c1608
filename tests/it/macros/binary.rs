//! Bytes, images and audio as parameters and results.

use serde_json::json;
use toolwright::prelude::*;

use crate::harness::new_server;

/// Count the bytes.
#[tool]
async fn counts_bytes(file: Bytes<8>, image: Option<Image>, sound: Option<Audio>) -> Vec<usize> {
    let image = image.map_or(0, |image| image.bytes().len());
    let sound = sound.map_or(0, |sound| sound.bytes().len());
    vec![file.len(), image, sound]
}

/// Say which image it is, and send it back.
#[tool]
async fn returns_image(image: Image) -> (String, Image) {
    (image.mime_type().to_owned(), image)
}

#[tokio::test]
async fn bytes_images_and_audio_are_parameters() {
    let server = new_server().tools(tools![counts_bytes, returns_image]);
    let client = server.client().await.unwrap();
    let image = json!({"data": "iVBORw==", "mimeType": "image/png"});
    let sound = json!({"data": "UklGRg==", "mimeType": "audio/wav"});
    let arguments = json!({"file": "YWJj", "image": image, "sound": sound});
    let counted = client.call("counts_bytes", arguments).await.unwrap();
    assert_eq!(
        counted.structured_value().unwrap()["result"],
        json!([3, 4, 4])
    );
    let returned = client.call("returns_image", json!({"image": image})).await;
    let [name, image] = &returned.unwrap().content[..] else {
        panic!("two blocks");
    };
    assert_eq!(name, &Content::text("image/png"));
    assert_eq!(image, &Content::from(Image::png([0x89, b'P', b'N', b'G'])));
}

/// Send the bytes back.
#[tool]
async fn returns_bytes(file: Bytes<8>) -> Bytes<8> {
    file
}

/// Send the sound back.
#[tool]
async fn returns_sound(sound: Audio) -> Audio {
    sound
}

#[tokio::test]
async fn bytes_and_audio_are_results() {
    let server = new_server().tools(tools![returns_bytes, returns_sound]);
    let governed = new_server()
        .tools(tools![returns_bytes, returns_sound])
        .govern(toolwright::govern::Governance::new());
    for server in [server, governed] {
        let client = server.client().await.unwrap();
        let returned = client.call("returns_bytes", json!({"file": "YWJj"})).await;
        let returned = returned.unwrap();
        assert!(!returned.is_error, "{}", returned.joined_text());
        assert_eq!(returned.joined_text(), "YWJj");
        assert_eq!(
            returned.structured_value().unwrap(),
            json!({"result": "YWJj"})
        );
        let sound = json!({"data": "UklGRg==", "mimeType": "audio/wav"});
        let returned = client.call("returns_sound", json!({"sound": sound})).await;
        let returned = returned.unwrap();
        let expected = json!([{"type": "audio", "data": "UklGRg==", "mimeType": "audio/wav"}]);
        assert_eq!(serde_json::to_value(&returned.content).unwrap(), expected);
    }
}

#[tokio::test]
async fn what_is_too_long_or_not_base64_is_refused_with_the_reason() {
    let server = new_server().tools(tools![counts_bytes, returns_image]);
    let client = server.client().await.unwrap();
    for (arguments, problem) in [
        (
            json!({"file": "YWFhYWFhYWFh"}),
            "- `file`: got \"YWFhYWFhYWFh\", wanted a value that fits: at most 8 bytes are allowed",
        ),
        (
            json!({"file": "a".repeat(100_000)}),
            "wanted characters of Base64 up to 12",
        ),
        (
            json!({"file": "not!"}),
            "wanted a value that fits: not Base64",
        ),
        (json!({"file": 7}), "- `file`: got 7, wanted Base64"),
        (
            json!({"file": "", "image": {"data": "iVBORw==", "mimeType": "text/html"}}),
            "- `image.mimeType`: got \"text/html\", wanted text that matches `^image/`",
        ),
        (
            json!({"file": "", "image": {"data": "!", "mimeType": "image/png"}}),
            "- `image`: got",
        ),
    ] {
        let refused = client.call("counts_bytes", arguments).await.unwrap();
        let text = refused.joined_text();
        assert!(refused.is_error, "{text}");
        assert!(text.contains(problem), "{text}");
        assert!(text.len() < 1_000, "{text}");
    }
}

/// One picture.
#[resource("pictures://{id}", meta("ui" = {"prefersBorder": true, "csp": []}, "cost" = 2))]
async fn picture_of(id: u64) -> String {
    id.to_string()
}

/// The list of the pictures.
#[resource("pictures://all", meta("ui" = {"prefersBorder": false}))]
async fn all_pictures() -> &'static str {
    "1"
}

/// Show a picture.
#[tool(meta("ui" = {"resourceUri": "pictures://1"}))]
async fn shows_picture() {}

#[tokio::test]
async fn meta_is_written_as_json_for_tools_and_resources() {
    let server = new_server().tools(tools![shows_picture]);
    let client = server
        .resources(resources![picture_of, all_pictures])
        .client()
        .await
        .unwrap();
    let tools = client.tools().await.unwrap();
    assert_eq!(
        tools[0]["_meta"],
        json!({"ui": {"resourceUri": "pictures://1"}})
    );
    let templates = client.templates().await.unwrap();
    let expected = json!({"ui": {"prefersBorder": true, "csp": []}, "cost": 2});
    assert_eq!(templates[0]["_meta"], expected);
    let fixed = client.resources().await.unwrap();
    assert_eq!(fixed[0]["uri"], "pictures://all");
    assert_eq!(fixed[0]["_meta"], json!({"ui": {"prefersBorder": false}}));
}
