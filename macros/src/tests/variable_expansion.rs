//! The expansion of each attribute and each variable of a resource or a prompt.

use super::fragment::{has, lacks};
use crate::{prompt::expand as prompt, resource::expand as resource};

#[test]
fn a_static_resource_has_nothing_to_parse_or_complete() {
    let item = "/// All.\nfn all() -> String { String::new() }";
    has(
        resource,
        "\"todo://all\"",
        item,
        "ResourceDef::new(\"todo://all\", \"all\", \"All.\").of_crate(::core::option_env!(\"CARGO_PKG_VERSION\")))",
    );
    lacks(resource, "\"todo://all\"", item, "fn complete");
    lacks(resource, "\"todo://all\"", item, "__variables.parse");
}

#[test]
fn each_argument_of_a_resource_is_a_call_of_its_builder() {
    let item = "/// All.\nfn all() {}";
    let attribute =
        "\"todo://all\", tags(\"a\"), mime = \"text/plain\", title = \"All\", name = \"todos\"";
    let chain = "new(\"todo://all\", \"todos\", \"All.\").of_crate(::core::option_env!(\"CARGO_PKG_VERSION\")).with_title(\"All\").tag(\"a\").with_mime_type(\"text/plain\")";
    has(resource, attribute, item, chain);
}

#[test]
fn a_variable_is_parsed_into_a_local_that_hides_nothing() {
    let item = "/// A user.\nasync fn user(user: u64, #[default(5)] limit: u8) {}";
    let uri = "\"users://{user}{?limit}\"";
    has(
        resource,
        uri,
        item,
        "let __parameter_0 = __variables.parse_described::<u64>(\"user\")?;",
    );
    has(
        resource,
        uri,
        item,
        "= __variables.parse_described_or::<u8>(\"limit\", || __default_limit())?;",
    );
    has(
        resource,
        uri,
        item,
        "let __value = user(__parameter_0, __parameter_1).await;",
    );
}

#[test]
fn a_variable_completes_with_its_function_or_by_its_type() {
    let item = "/// Plan.\nfn plan(#[complete(a::names)] who: String, kind: Kind) {}";
    has(
        prompt,
        "",
        item,
        "\"who\" => Box::pin(complete_with(a::names, __completion, __context)),",
    );
    has(
        prompt,
        "",
        item,
        "\"kind\" => Box::pin(::core::future::ready((&ParameterKind::<Kind>::new()).run(Candidates(__completion)))), _ =>",
    );
}

#[test]
fn each_argument_of_a_prompt_is_a_call_of_its_builder() {
    let attribute = "name = \"p\", title = \"Plan\", tags(\"a\")";
    let item = "/// Plan.\nfn plan() {}";
    has(
        prompt,
        attribute,
        item,
        "PromptDef::new(\"p\", \"Plan.\").of_crate(::core::option_env!(\"CARGO_PKG_VERSION\")).with_title(\"Plan\").tag(\"a\"))",
    );
}
