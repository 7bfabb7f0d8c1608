//! Results of tools: text, images, audio, resources, several of them, a failure.

use toolwright::prelude::*;

/// A grey dot.
pub(crate) const PNG: &[u8] = b"\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x00\x00\x00\x00\
    :~\x9bU\x00\x00\x00\x0aIDATx\x9cc\xf8\x0f\x00\x01\x01\x01\x00\xb18\xf6\x14\x00\x00\x00\x00IEND\xaeB`\x82";

/// A moment of silence.
const WAV: &[u8] = b"RIFF&\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00@\x1f\x00\x00@\x1f\x00\x00\x01\x00\x08\x00\
    data\x02\x00\x00\x00\x80\x80";

/// Answer with text.
#[tool]
async fn test_simple_text() -> Content {
    Content::text("This is a simple text response for testing.")
}

/// Answer with a picture.
#[tool]
async fn test_image_content() -> Image {
    Image::new(PNG, "image/png")
}

/// Answer with a sound.
#[tool]
async fn test_audio_content() -> Audio {
    Audio::new(WAV, "audio/wav")
}

/// Answer with a resource.
#[tool]
async fn test_embedded_resource() -> Content {
    Content::resource(ResourceContents::text(
        "test://embedded-resource",
        "text/plain",
        "This is an embedded resource content.",
    ))
}

/// Answer with text, a picture and a resource.
#[tool]
async fn test_multiple_content_types() -> ToolOutput {
    let resource = ResourceContents::text(
        "test://mixed-content-resource",
        "application/json",
        r#"{"test":"data","value":123}"#,
    );
    let contents = vec![
        Content::text("Multiple content types test:"),
        Image::new(PNG, "image/png").into(),
        Content::resource(resource),
    ];
    contents.into()
}

/// Fail.
#[tool]
async fn test_error_handling() -> Result<(), ToolError> {
    Err(ToolError::failed(
        "This tool intentionally returns an error for testing",
    ))
}
