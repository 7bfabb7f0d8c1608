//! The page without scripts: the tools as a list. It is `/` in a build without the console.

use std::fmt::Write as _;

use toolwright_base::visible_text;

use super::files::ConsoleFile;
use crate::admin::{
    api::Api,
    problem::Problem,
    rights::{Requester, Right},
    tools::list::{ListedTool, listed},
};

/// The number of tools on the page.
const MAX: usize = 1000;

const BEGINNING: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
<meta name=\"viewport\" content=\"width=device-width\"><title>Toolwright</title><h1>Toolwright</h1>\
<p>An MCP server. Clients connect to <code>/mcp</code>, programs that do not speak MCP use \
<a href=\"/api/v1/openapi.json\">the API</a>; <code>/healthz</code>, <code>/readyz</code> and \
<code>/metrics</code> are for operators.</p>";

const WITHOUT: &str = "<p>The console is not part of this build: install Node 20.19 or newer with npm, and build \
again.</p>";

/// Returns the page with the tools that the caller may see.
pub(super) fn plain_page(api: &Api, caller: &Requester) -> String {
    let tools = caller.require(Right::Caller);
    let tools = tools.and_then(|()| listed(api, caller));
    let hint = match ConsoleFile::find(ConsoleFile::INDEX) {
        Some(_) => "",
        None => WITHOUT,
    };
    render(tools, hint)
}

fn render(tools: Result<Vec<ListedTool>, Problem>, hint: &str) -> String {
    let mut page = format!("{BEGINNING}{hint}<h2>Tools</h2>");
    match tools {
        Ok(tools) => write_tools(&mut page, &tools),
        Err(problem) => write_text(&mut page, "p", problem.detail()),
    }
    page.push_str("</html>\n");
    page
}

fn write_tools(page: &mut String, tools: &[ListedTool]) {
    page.push_str("<dl>");
    for tool in tools.iter().take(MAX) {
        write_text(page, "dt", &tool.name);
        write_text(page, "dd", &tool.summary);
    }
    page.push_str("</dl>");
    if let Some(more) = tools.len().checked_sub(MAX).filter(|more| *more > 0) {
        write_text(page, "p", &format!("And {more} more."));
    }
}

/// Writes an element with a text, which may be anybody's.
fn write_text(page: &mut String, element: &str, text: &str) {
    let mut escaped = String::with_capacity(text.len());
    for letter in visible_text(text).chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            letter => escaped.push(letter),
        }
    }
    let _ = write!(page, "<{element}>{escaped}</{element}>");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool(name: &str, summary: &str) -> ListedTool {
        ListedTool {
            name: name.to_owned(),
            summary: summary.to_owned(),
        }
    }

    #[test]
    fn strangers_text_is_shown_as_text() {
        let tools = vec![tool("a", "<script>alert('1')</script> & \u{202e}\"more\"")];
        let page = render(Ok(tools), "");
        assert!(
            !page.contains("<script") && !page.contains('\u{202e}'),
            "{page}"
        );
        let text = "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; ";
        assert!(page.contains(text), "{page}");
    }

    #[test]
    fn a_build_without_the_console_says_how_to_get_it() {
        let page = render(Ok(Vec::new()), WITHOUT);
        assert!(page.contains("The console is not part of this build"));
        assert!(!render(Ok(Vec::new()), "").contains("not part of"));
    }

    #[test]
    fn a_thousand_tools_are_listed() {
        let tools = (0..1003).map(|number| tool(&format!("t{number}"), ""));
        let page = render(Ok(tools.collect()), "");
        assert_eq!(page.matches("<dt>").count(), MAX);
        assert!(page.contains("<p>And 3 more.</p>"));
    }
}
