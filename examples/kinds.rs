//! A server with every kind of parameter and result, for clients to list and call.
//!
//! Run it with `cargo run -p toolwright --example kinds -- call parameters --help`, or point an MCP client at it.

use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolwright::{Arguments, BoxFuture, Tool, ToolDef, prelude::*, tool::Permitted};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Level {
    Low,
    /// More than usual.
    High,
}

/// A struct with a field that may be anything.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Place {
    street: String,
    number: Option<u32>,
    raw: Value,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Shape {
    Circle { radius: f64 },
    Square { side: f64, label: Value },
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Either {
    Number(i64),
    Word { word: String },
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Tree {
    name: String,
    children: Vec<Self>,
}

/// Take one of every kind.
#[tool]
async fn parameters(
    whole: i64,
    #[range(0.0..=1.0)] real: f64,
    truth: bool,
    #[length(1..=20)] text: String,
    letter: char,
    maybe: Option<u8>,
    list: Vec<i64>,
    set: HashSet<Level>,
    map: BTreeMap<String, Value>,
    pair: (i64, String),
    anything: Value,
    values: Vec<Value>,
    place: Place,
    shape: Shape,
    either: Either,
    tree: Tree,
    #[default(Level::High)] level: Level,
) -> String {
    format!(
        "{whole} {real} {truth} {text} {letter} {maybe:?} {list:?} {} {map:?} {pair:?} {anything} \
         {values:?} {place:?} {shape:?} {either:?} {tree:?} {level:?}",
        set.len()
    )
}

fn place() -> Place {
    Place {
        street: "Long Lane".into(),
        number: None,
        raw: json!([1, {"a": null}]),
    }
}

macro_rules! results {
    ($($name:ident: $type:ty = $value:expr;)*) => {
        $(
            /// Return a result of this kind.
            #[tool(read_only)]
            async fn $name() -> $type {
                $value
            }
        )*

        fn results() -> Vec<Arc<dyn Tool>> {
            tools![$($name),*]
        }
    };
}

results! {
    return_nothing: () = ();
    return_number: i64 = 3;
    return_float: f64 = 1.5;
    return_truth: bool = true;
    return_text: String = "text".into();
    return_list: Vec<u8> = vec![1, 2];
    return_map: BTreeMap<String, Value> = BTreeMap::from([("a".into(), json!(1))]);
    return_pair: (i64, String) = (1, "one".into());
    return_value: Value = json!({"a": [true]});
    return_values: Vec<Value> = vec![json!(1), json!("two"), json!(null)];
    return_struct: Place = place();
    return_structs: Vec<Place> = vec![place()];
    return_some: Option<Place> = Some(place());
    return_none: Option<Place> = None;
    return_choice: Level = Level::Low;
    return_tagged: Shape = Shape::Square { side: 1.0, label: json!("s") };
    return_untagged: Either = Either::Word { word: "word".into() };
    return_tree: Tree = Tree { name: "root".into(), children: vec![Tree { name: "leaf".into(), children: vec![] }] };
    return_json: Json<Place> = Json(place());
    return_result: Result<Place, ToolError> = Ok(place());
    return_content: Content = Content::text("content");
    return_image: Image = Image::new([1, 2, 3], "image/png");
    return_audio: Audio = Audio::new([1, 2, 3], "audio/wav");
}

/// A tool whose schemas are written by hand, with boolean schemas in them.
struct ByHand(ToolDef);

impl ByHand {
    fn new() -> Self {
        let schema = json!({
            "type": "object",
            "properties": {"anything": true, "list": {"type": "array", "items": true}, "never": false},
            "required": ["anything"],
        });
        let schema = schema.as_object().cloned();
        let definition = ToolDef::new("by_hand", "Return the arguments.")
            .with_input_schema(schema.clone().unwrap_or_default())
            .with_output_schema(schema);
        Self(definition)
    }
}

impl Tool for ByHand {
    fn definition(&self) -> &ToolDef {
        &self.0
    }

    fn call(
        &self,
        _: Context,
        arguments: Arguments,
        _: Permitted<'_>,
    ) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let arguments = arguments.to_value()?;
            toolwright::tool::IntoToolOutput::into_tool_output(Json(arguments))
        })
    }
}

#[tokio::main]
async fn main() -> toolwright::Result<()> {
    Server::new("kinds")
        .tools(tools![parameters])
        .tools(results())
        .tools([Arc::new(ByHand::new()) as Arc<dyn Tool>])
        .run()
        .await
}
