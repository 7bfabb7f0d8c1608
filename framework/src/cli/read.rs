//! `read` and `prompt`: print the contents of a resource and the messages of a prompt.

use serde_json::Value;

use super::{
    inspect, output,
    output::Failure,
    parameter::{did_you_mean, plain},
};
use crate::{
    client::Client,
    core::{Content, PromptMessage, ResourceContents},
    server::Server,
};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The text of the contents is printed to standard output. Binary contents are printed with `--json` alone, as Base64.")]
pub(super) struct ReadUriArguments {
    /// URI of the resource
    uri: String,
    /// Print the objects of the protocol as a JSON array
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each message is printed below the role of its author:
  prompt review text=Hello tone=kind")]
pub(super) struct PromptArguments {
    /// Name of the prompt
    name: String,
    /// Arguments of the prompt
    #[arg(value_name = "KEY=VALUE")]
    pairs: Vec<String>,
    /// Print the objects of the protocol as a JSON array
    #[arg(long)]
    json: bool,
}

/// Reads a resource and prints its contents.
pub(super) async fn resource(server: Server, wanted: &ReadUriArguments) -> Result<(), Failure> {
    let client = server.client().await?;
    let found = client.read(&wanted.uri).await;
    let known = match &found {
        Ok(_) => Vec::new(),
        Err(_) => uris(&client).await,
    };
    client.close().await?;
    let contents = found.map_err(|error| unknown(error, &wanted.uri, &known))?;
    if wanted.json {
        return Ok(output::print_json(&contents)?);
    }
    for one in &contents {
        output::print_data(&text_of(one))?;
    }
    Ok(())
}

/// Prints the messages of a prompt.
pub(super) async fn prompt(server: Server, wanted: &PromptArguments) -> Result<(), Failure> {
    let arguments = arguments(&wanted.pairs)?;
    let client = server.client().await?;
    let found = client.prompt(&wanted.name, arguments).await;
    let known = match &found {
        Ok(_) => Vec::new(),
        Err(_) => names(&client).await,
    };
    client.close().await?;
    let messages = found.map_err(|error| unknown(error, &wanted.name, &known))?;
    if wanted.json {
        return Ok(output::print_json(&messages)?);
    }
    let messages: Vec<String> = messages.iter().map(message).collect();
    Ok(output::print_data(&messages.join("\n\n"))?)
}

/// Returns the arguments of a prompt, which are texts.
fn arguments(pairs: &[String]) -> Result<Value, Failure> {
    let pair = |pair: &String| match pair.split_once('=') {
        Some((name, text)) => Ok((name.to_owned(), Value::from(text))),
        None => Err(Failure::Usage(format!(
            "`{pair}` is not an argument: expected KEY=VALUE"
        ))),
    };
    pairs
        .iter()
        .map(pair)
        .collect::<Result<_, _>>()
        .map(Value::Object)
}

/// Returns the error of a request, with the name that was meant if there is nothing of this name.
fn unknown(error: crate::Error, name: &str, known: &[String]) -> Failure {
    let suggestion = match known.iter().any(|one| one == name) {
        true => String::new(),
        false => did_you_mean(name, known.iter().map(String::as_str)),
    };
    match suggestion.is_empty() {
        true => error.into(),
        false => Failure::because(format!("{error}{suggestion}")),
    }
}

async fn uris(client: &Client) -> Vec<String> {
    let found = async { inspect::resources(client, &client.discover().await?).await };
    let (resources, templates) = found.await.unwrap_or_default();
    let resources = resources.iter().map(|resource| plain(&resource["uri"]));
    let templates = templates.iter().map(|one| plain(&one["uriTemplate"]));
    resources.chain(templates).collect()
}

async fn names(client: &Client) -> Vec<String> {
    let found = async { inspect::prompts(client, &client.discover().await?).await };
    let prompts = found.await.unwrap_or_default();
    prompts
        .iter()
        .map(|prompt| plain(&prompt["name"]))
        .collect()
}

fn text_of(contents: &ResourceContents) -> String {
    match &contents.text {
        Some(text) => text.clone(),
        None => omitted(contents.mime_type.as_deref()),
    }
}

fn message(message: &PromptMessage) -> String {
    let role = serde_json::to_value(message.role).unwrap_or_default();
    let text = match &message.content {
        Content::Text { text, .. } => text.clone(),
        Content::Resource { resource, .. } => text_of(resource),
        Content::Image(media) | Content::Audio(media) => omitted(Some(&media.mime_type)),
        Content::ResourceLink(link) => link.uri.clone(),
        _ => omitted(None),
    };
    format!("{}:\n{text}", plain(&role))
}

fn omitted(mime_type: Option<&str>) -> String {
    let mime_type = mime_type.unwrap_or("bytes");
    format!("[{mime_type}: use `--json` to print it]")
}
