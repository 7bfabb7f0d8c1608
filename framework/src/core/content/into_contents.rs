//! [`IntoContents`]: the types that become blocks of content.

use super::{
    block::Content,
    media::{Audio, Image},
    resource::{ResourceContents, ResourceLink},
};

/// The types that become blocks of content: one block, an optional one, a list, or a tuple.
///
/// A tool that returns one of them has no structured content and no output schema. Text beside
/// another block is a block too, so a picture can have a caption:
///
/// ```
/// use toolwright::prelude::*;
///
/// /// Draw a plan of a floor, if there is one.
/// #[tool]
/// async fn plan(floor: u8) -> Option<(String, Image)> {
///     (floor < 3).then(|| (format!("Floor {floor}:"), Image::png([0x89, b'P', b'N', b'G'])))
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> toolwright::Result<()> {
/// let client = Server::new("demo").tools(tools![plan]).client().await?;
/// let output = client.call("plan", serde_json::json!({"floor": 1})).await?;
/// assert_eq!(output.content.len(), 2);
/// assert_eq!(output.content[0], Content::text("Floor 1:"));
/// # Ok(())
/// # }
/// ```
pub trait IntoContents {
    /// Appends the blocks.
    fn append_to(self, contents: &mut Vec<Content>);
}

macro_rules! one_block {
    ($($type:ty)*) => {$(
        impl IntoContents for $type {
            fn append_to(self, contents: &mut Vec<Content>) {
                contents.push(self.into());
            }
        }
    )*};
}
one_block!(Content Image Audio ResourceLink ResourceContents);

macro_rules! several {
    ($($type:ty [$($parameters:tt)*])*) => {$(
        impl<T: IntoContents, $($parameters)*> IntoContents for $type {
            fn append_to(self, contents: &mut Vec<Content>) {
                self.into_iter().for_each(|content| content.append_to(contents));
            }
        }
    )*};
}
several!(Option<T> [] Vec<T> [] [T; N] [const N: usize]);

macro_rules! tuple {
    ($($part:ident)*) => {
        impl<$($part: IntoContents),*> IntoContents for ($($part,)*) {
            #[expect(non_snake_case, reason = "the parts have the names of their types")]
            fn append_to(self, contents: &mut Vec<Content>) {
                let ($($part,)*) = self;
                $($part.append_to(contents);)*
            }
        }
    };
}
tuple!(A B);
tuple!(A B C);
tuple!(A B C D);
tuple!(A B C D E);
tuple!(A B C D E F);

/// Text beside a block. Text alone is a structured result, so it is none of these types itself.
macro_rules! text {
    ($($text:ty)*) => {$(
        impl<T: IntoContents> IntoContents for ($text, T) {
            fn append_to(self, contents: &mut Vec<Content>) {
                contents.push(self.0.into());
                self.1.append_to(contents);
            }
        }

        impl<T: IntoContents> IntoContents for (T, $text) {
            fn append_to(self, contents: &mut Vec<Content>) {
                self.0.append_to(contents);
                contents.push(self.1.into());
            }
        }
    )*};
}
text!(String &'static str);

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(contents: impl IntoContents) -> Vec<String> {
        let mut blocks = Vec::new();
        contents.append_to(&mut blocks);
        let text = |block: &Content| block.as_text().unwrap_or("no text").to_owned();
        blocks.iter().map(text).collect()
    }

    #[test]
    fn blocks_are_appended_in_order() {
        let image = || Image::png([1]);
        assert_eq!(texts(image()), ["no text"]);
        assert_eq!(texts(None::<Image>), Vec::<String>::new());
        assert_eq!(texts(vec![Content::text("a"), "b".into()]), ["a", "b"]);
        assert_eq!(texts(("caption", image())), ["caption", "no text"]);
        assert_eq!(
            texts((image(), "caption".to_owned())),
            ["no text", "caption"]
        );
        let three = (
            Content::text("a"),
            Some(Content::text("b")),
            [Content::text("c")],
        );
        assert_eq!(texts(three), ["a", "b", "c"]);
    }
}
