//! Prompts: text, arguments, a resource, a picture.

use toolwright::prelude::*;

use crate::contents::PNG;

/// A prompt without arguments.
#[prompt]
async fn test_simple_prompt() -> &'static str {
    "This is a simple prompt for testing."
}

/// A prompt with two arguments.
#[prompt]
async fn test_prompt_with_arguments(
    /// The first argument.
    arg1: String,
    /// The second argument.
    arg2: String,
) -> String {
    format!("Prompt with arguments: arg1='{arg1}', arg2='{arg2}'")
}

/// A prompt that carries a resource along.
#[prompt]
#[expect(non_snake_case, reason = "the suite names the argument")]
async fn test_prompt_with_embedded_resource(
    /// Where the resource is.
    resourceUri: String,
) -> Vec<PromptMessage> {
    let resource = ResourceContents::text(
        resourceUri,
        "text/plain",
        "Embedded resource content for testing.",
    );
    vec![
        PromptMessage::user(Content::resource(resource)),
        PromptMessage::user("Please process the embedded resource above."),
    ]
}

/// A prompt that carries a picture along.
#[prompt]
async fn test_prompt_with_image() -> Vec<PromptMessage> {
    vec![
        PromptMessage::user(Image::new(PNG, "image/png")),
        PromptMessage::user("Please analyze the image above."),
    ]
}
