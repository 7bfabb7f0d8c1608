//! Every kind of answer, from the function to the wire.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use toolwright::{Client, content::ResourceLink, prelude::*};

use crate::harness::{complete, new_server};

#[derive(Serialize, JsonSchema)]
struct Weather {
    /// In degrees.
    temperature: f64,
    wind: Option<String>,
}

/// A struct that has no schema.
#[derive(Serialize)]
struct Loose {
    a: u8,
}

macro_rules! answering {
    ($($name:ident: $type:ty = $value:expr;)*) => {
        $(
            /// Answer.
            #[tool]
            async fn $name() -> $type {
                $value
            }
        )*
        async fn client() -> Client {
            new_server().tools(tools![$($name),*]).client().await.unwrap()
        }
    };
}

answering! {
    answer_struct: Weather = Weather { temperature: 1.5, wind: None };
    answer_integer: u8 = 3;
    answer_text: String = "so \"be\" it".into();
    answer_str: &'static str = "static";
    answer_list: Vec<i64> = vec![1, 2];
    answer_some: Option<i64> = Some(3);
    answer_none: Option<i64> = None;
    answer_unit: () = ();
    answer_content: Content = Content::text("plain");
    answer_image: Image = Image::new([1, 2, 3], "image/png");
    answer_audio: Audio = Audio::new([1, 2, 3], "audio/wav");
    answer_contents: Vec<Content> = vec![Content::text("one"), Image::png([1, 2, 3]).into()];
    answer_no_image: Option<Image> = None;
    answer_some_image: Option<Image> = Some(Image::png([1, 2, 3]));
    answer_caption: (String, Image) = ("caption".into(), Image::png([1, 2, 3]));
    answer_blocks: Result<(Content, Audio, ResourceLink), ToolError> =
        Ok((Content::text("one"), Audio::wav([1, 2, 3]), ResourceLink::new("a:b", "b")));
    answer_link: ResourceLink = ResourceLink::new("a:b", "b").with_mime_type("text/plain");
    answer_option: Option<Weather> = Some(Weather { temperature: 1.5, wind: None });
    answer_json: Json<Loose> = Json(Loose { a: 1 });
    answer_value: Value = json!({"a": [1]});
    answer_output: ToolOutput = ToolOutput::error("it says no");
    answer_result: Result<Weather, ToolError> = Ok(Weather { temperature: 0.0, wind: Some("north".into()) });
}

async fn answer(name: &str) -> Value {
    let params = json!({"name": name, "arguments": {}});
    client().await.request("tools/call", params).await.unwrap()
}

async fn output_schema(name: &str) -> Option<Value> {
    let tools = client().await.tools().await.unwrap();
    let tool = tools.into_iter().find(|tool| tool["name"] == name).unwrap();
    tool.get("outputSchema").cloned()
}

fn text(text: &str) -> Value {
    json!([{"type": "text", "text": text}])
}

/// The schema of `{"result": …}`.
fn wrapped(schema: Value) -> Option<Value> {
    Some(json!({
        "type": "object",
        "properties": {"result": schema},
        "required": ["result"],
        "x-fastmcp-wrap-result": true,
    }))
}

fn weather() -> Option<Value> {
    Some(json!({
        "type": "object",
        "properties": {
            "temperature": {"type": "number", "description": "In degrees."},
            "wind": {"type": ["string", "null"]},
        },
        "required": ["temperature"],
    }))
}

#[tokio::test]
async fn an_object_has_text_structured_content_and_a_schema() {
    let calm = json!({"temperature": 1.5, "wind": null});
    let expected = json!({
        "content": text("{\"temperature\":1.5,\"wind\":null}"),
        "structuredContent": calm,
    });
    assert_eq!(answer("answer_struct").await, complete(expected));
    assert_eq!(output_schema("answer_struct").await, weather());
    let expected = json!({
        "content": text("{\"temperature\":0.0,\"wind\":\"north\"}"),
        "structuredContent": {"temperature": 0.0, "wind": "north"},
    });
    assert_eq!(answer("answer_result").await, complete(expected));
    assert_eq!(output_schema("answer_result").await, weather());
}

#[tokio::test]
async fn an_optional_object_is_wrapped_as_its_schema_says() {
    let expected = json!({
        "content": text("{\"temperature\":1.5,\"wind\":null}"),
        "structuredContent": {"result": {"temperature": 1.5, "wind": null}},
    });
    assert_eq!(answer("answer_option").await, complete(expected));
    let mut schema = weather().unwrap();
    schema["type"] = json!(["object", "null"]);
    assert_eq!(output_schema("answer_option").await, wrapped(schema));
}

#[tokio::test]
async fn a_result_that_is_not_an_object_is_wrapped() {
    let integer = json!({"type": ["integer", "null"]});
    for (name, said, value, schema) in [
        (
            "answer_integer",
            "3",
            json!(3),
            json!({"type": "integer", "minimum": 0, "maximum": 255}),
        ),
        (
            "answer_text",
            "so \"be\" it",
            json!("so \"be\" it"),
            json!({"type": "string"}),
        ),
        (
            "answer_str",
            "static",
            json!("static"),
            json!({"type": "string"}),
        ),
        (
            "answer_list",
            "[1,2]",
            json!([1, 2]),
            json!({"type": "array", "items": {"type": "integer"}}),
        ),
        ("answer_some", "3", json!(3), integer.clone()),
        ("answer_none", "null", json!(null), integer),
    ] {
        let expected = json!({"content": text(said), "structuredContent": {"result": value}});
        assert_eq!(answer(name).await, complete(expected), "{name}");
        assert_eq!(output_schema(name).await, wrapped(schema), "{name}");
    }
}

#[tokio::test]
async fn content_has_no_structured_content_and_no_schema() {
    let image = json!([{"type": "image", "data": "AQID", "mimeType": "image/png"}]);
    let audio = json!([{"type": "audio", "data": "AQID", "mimeType": "audio/wav"}]);
    let one = json!({"type": "text", "text": "one"});
    let link = json!({"type": "resource_link", "uri": "a:b", "name": "b"});
    for (name, content) in [
        ("answer_unit", json!([])),
        ("answer_content", text("plain")),
        ("answer_image", image.clone()),
        ("answer_audio", audio.clone()),
        ("answer_contents", json!([one, image[0]])),
        ("answer_no_image", json!([])),
        ("answer_some_image", image.clone()),
        (
            "answer_caption",
            json!([{"type": "text", "text": "caption"}, image[0]]),
        ),
        ("answer_blocks", json!([one, audio[0], link])),
        (
            "answer_link",
            json!([{"type": "resource_link", "uri": "a:b", "name": "b", "mimeType": "text/plain"}]),
        ),
    ] {
        assert_eq!(
            answer(name).await,
            complete(json!({"content": content})),
            "{name}"
        );
        assert_eq!(output_schema(name).await, None, "{name}");
    }
}

#[tokio::test]
async fn json_is_structured_without_a_schema() {
    for (name, said, value) in [
        ("answer_json", "{\"a\":1}", json!({"a": 1})),
        ("answer_value", "{\"a\":[1]}", json!({"a": [1]})),
    ] {
        let expected = json!({"content": text(said), "structuredContent": value});
        assert_eq!(answer(name).await, complete(expected), "{name}");
        assert_eq!(output_schema(name).await, None, "{name}");
    }
}

#[tokio::test]
async fn a_tool_output_is_passed_on_unchanged() {
    let expected = json!({"content": text("it says no"), "isError": true});
    assert_eq!(answer("answer_output").await, complete(expected));
}
