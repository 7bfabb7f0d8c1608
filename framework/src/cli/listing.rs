//! `tools`, `resources` and `prompts`: print lists for people, or protocol objects with `--json`.

use serde_json::Value;
use toolwright_base::visible_line;

use super::{
    command_line::ListArguments,
    inspect, output,
    output::{Failure, Paint},
    parameter::{parameters_of, plain},
};
use crate::{
    client::Client,
    server::{Result, Server},
};

/// Lists the tools and their parameters.
pub async fn tools(server: Server, list: ListArguments) -> Result<(), Failure> {
    let client = server.listing_client().await?;
    let tools = client.tools().await;
    print_list(client, tools, list, "tools", tool).await
}

/// Prints tools, which are entries of `tools/list`.
pub fn print_tools(tools: &[Value], list: ListArguments) -> Result<(), Failure> {
    print_entries(tools, list, "tools", tool)
}

/// Returns the names of the tools, each with the first line of its description.
pub(super) async fn tools_with_summaries(server: Server) -> Result<Vec<(String, String)>> {
    let client = server.listing_client().await?;
    let tools = client.tools().await;
    client.close().await?;
    let tools = tools?;
    let named = tools
        .iter()
        .map(|tool| (plain(&tool["name"]), summary(tool)));
    Ok(named.collect())
}

/// Lists the resources, then the resource templates.
pub(super) async fn resources(server: Server, list: ListArguments) -> Result<(), Failure> {
    let client = server.listing_client().await?;
    let found = async {
        let (mut resources, templates) =
            inspect::resources(&client, &client.discover().await?).await?;
        resources.extend(templates);
        Ok(resources)
    };
    let found = found.await;
    print_list(client, found, list, "resources", resource).await
}

/// Lists the prompts and their arguments.
pub(super) async fn prompts(server: Server, list: ListArguments) -> Result<(), Failure> {
    let client = server.listing_client().await?;
    let found = async { inspect::prompts(&client, &client.discover().await?).await };
    let found = found.await;
    print_list(client, found, list, "prompts", prompt).await
}

async fn print_list(
    client: Client,
    found: Result<Vec<Value>>,
    list: ListArguments,
    what: &str,
    describe: fn(&Value) -> ListedItem,
) -> Result<(), Failure> {
    client.close().await?;
    print_entries(&found?, list, what, describe)
}

fn print_entries(
    found: &[Value],
    list: ListArguments,
    what: &str,
    describe: fn(&Value) -> ListedItem,
) -> Result<(), Failure> {
    if list.json {
        return Ok(output::print_json(&found)?);
    }
    if found.is_empty() {
        output::notice(&format!("there are no {what}"));
        return Ok(());
    }
    let entries = found.iter().map(describe).map(ListedItem::visible);
    let entries: Vec<ListedItem> = entries.collect();
    Ok(output::print_painted(&render(
        &entries,
        Paint::for_stdout(),
    ))?)
}

/// An entry of a list.
struct ListedItem {
    name: String,
    summary: String,
    /// The name, type, default or need, and description of each parameter.
    rows: Vec<[String; 4]>,
}

impl ListedItem {
    /// Returns the entry with texts that cannot control a terminal.
    fn visible(self) -> Self {
        let visible = |text: String| visible_line(&text);
        Self {
            name: visible(self.name),
            summary: visible(self.summary),
            rows: self.rows.into_iter().map(|row| row.map(visible)).collect(),
        }
    }
}

fn tool(tool: &Value) -> ListedItem {
    let parameters = parameters_of(&tool["inputSchema"]);
    let rows = parameters.iter().map(|parameter| {
        let need = match parameter.default() {
            Some(default) => format!("default {}", plain(default)),
            None => need(parameter.is_required),
        };
        let about = first_line(parameter.description());
        [parameter.name.to_owned(), parameter.kind(), need, about]
    });
    ListedItem {
        name: plain(&tool["name"]),
        summary: summary(tool),
        rows: rows.collect(),
    }
}

fn resource(resource: &Value) -> ListedItem {
    let uri = resource.get("uri").or_else(|| resource.get("uriTemplate"));
    let mime = resource["mimeType"].as_str();
    let mime = mime.map_or_else(String::new, |mime| format!(" ({mime})"));
    ListedItem {
        name: uri.map(plain).unwrap_or_default(),
        summary: format!("{}{mime}", summary(resource)),
        rows: Vec::new(),
    }
}

fn prompt(prompt: &Value) -> ListedItem {
    let arguments = prompt["arguments"].as_array().into_iter().flatten();
    let rows = arguments.map(|argument| {
        let about = argument["description"].as_str().unwrap_or_default();
        [
            plain(&argument["name"]),
            String::new(),
            need(argument["required"] == true),
            first_line(about),
        ]
    });
    ListedItem {
        name: plain(&prompt["name"]),
        summary: summary(prompt),
        rows: rows.collect(),
    }
}

fn need(is_required: bool) -> String {
    if is_required { "required" } else { "optional" }.to_owned()
}

fn summary(object: &Value) -> String {
    first_line(object["description"].as_str().unwrap_or_default())
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

fn render(entries: &[ListedItem], paint: Paint) -> String {
    let mut lines = Vec::new();
    let width = widest(entries.iter().map(|entry| &entry.name));
    for entry in entries {
        let name = paint.strong(&pad(&entry.name, width));
        lines.push(format!("{name}  {}", entry.summary));
        let widths: [usize; 3] =
            std::array::from_fn(|column| widest(entry.rows.iter().map(|row| &row[column])));
        for [name, kind, need, about] in &entry.rows {
            let mut line = format!("  {}", pad(name, widths[0]));
            if widths[1] > 0 {
                line = format!("{line}  {}", pad(kind, widths[1]));
            }
            line = format!("{line}  {}", paint.faint(&pad(need, widths[2])));
            lines.push(format!("{line}  {about}"));
        }
    }
    let trimmed: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    trimmed.join("\n")
}

fn widest<'a>(texts: impl Iterator<Item = &'a String>) -> usize {
    texts
        .map(|text| text.chars().count())
        .max()
        .unwrap_or_default()
}

fn pad(text: &str, width: usize) -> String {
    format!("{text:<width$}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn tools_are_listed_with_their_parameters() {
        let tools = [
            json!({"name": "add", "description": "Add two numbers.\n\nThe rest.", "inputSchema": {
                "type": "object",
                "properties": {
                    "first": {"type": "integer", "description": "The first number."},
                    "b": {"type": "integer", "default": 1},
                },
                "required": ["first"],
            }}),
            json!({"name": "subtract", "description": "Subtract.", "inputSchema": {"type": "object"}}),
        ];
        let entries: Vec<ListedItem> = tools.iter().map(tool).collect();
        assert_eq!(
            render(&entries, Paint(false)),
            "add       Add two numbers.
  first  integer  required   The first number.
  b      integer  default 1
subtract  Subtract."
        );
        let painted = render(&entries[..1], Paint(true));
        assert_eq!(
            painted.lines().next(),
            Some("\u{1b}[1madd\u{1b}[0m  Add two numbers.")
        );
    }

    #[test]
    fn resources_and_prompts_are_listed() {
        let entries = [
            resource(
                &json!({"uri": "todo://all", "description": "All.", "mimeType": "application/json"}),
            ),
            resource(&json!({"uriTemplate": "todo://{id}", "description": "One."})),
            prompt(
                &json!({"name": "plan", "description": "Plan.", "arguments": [
                    {"name": "goal", "description": "Where to.", "required": true}, {"name": "days"},
                ]}),
            ),
        ];
        assert_eq!(
            render(&entries, Paint(false)),
            "todo://all   All. (application/json)
todo://{id}  One.
plan         Plan.
  goal  required  Where to.
  days  optional"
        );
    }
}
