//! Whether the time of an answer shows that a tool exists: calls of somebody else's private tool, by
//! turns with calls of a tool that does not exist.

use std::{fs, path::Path, time::Instant};

use serde_json::json;

use crate::{
    access::{create_key, start, toolwright},
    options::Options,
    rig::{Era, Figure, HttpClient, Request, Result, Wanted, Workshop, median, scratch},
};

/// The private tool.
const HIDDEN: &str = "tool_of_somebody";
/// A name of the same length, which no tool has.
const ABSENT: &str = "tool_of_nobody_x";
/// The number of calls of each tool in a round.
const CALLS: u64 = 4_000;

pub(crate) fn measure(options: &Options, _: &Workshop) -> Result<(Vec<Figure>, String)> {
    let folder = scratch()?.join("hidden");
    let _ = fs::remove_dir_all(&folder);
    let key = prepare(&folder)?;
    let server = start(toolwright(&folder), "hidden")?;
    let caller = Caller {
        client: HttpClient::with_key(&key)?,
        url: server.url(),
    };
    caller.compare_answers()?;
    let mut ratios = Vec::new();
    for _ in 0..options.rounds() {
        let (mut hidden, mut absent) = (Vec::new(), Vec::new());
        for number in 0..options.scaled(CALLS) {
            // Each is the first of its pair as often as the second.
            if number % 2 == 0 {
                hidden.push(caller.time(HIDDEN)?);
            }
            absent.push(caller.time(ABSENT)?);
            if number % 2 == 1 {
                hidden.push(caller.time(HIDDEN)?);
            }
        }
        ratios.push(median(hidden) / median(absent));
    }
    server.process.stop()?;
    let what = "p50 of a call: a private tool of another user ÷ a tool that does not exist";
    let figures = [Wanted::AtLeast(0.98), Wanted::AtMost(1.02)];
    let figures = figures.map(|wanted| Figure::of(what, ratios.iter().copied(), "", wanted));
    Ok((figures.into(), String::new()))
}

/// Writes a registry with the private tool, and returns the key of a user who may not see it.
fn prepare(folder: &Path) -> Result<String> {
    let registry = folder.join("registry");
    fs::create_dir_all(&registry)?;
    let tool = json!({
        "name": HIDDEN, "type": "expression", "description": "Add one.", "owner": "somebody",
        "config": {"expression": "n + 1"}, "parameters": [{"name": "n", "type": "integer"}],
    });
    fs::write(
        registry.join("tools.json"),
        json!({"tools": [tool]}).to_string(),
    )?;
    create_key(folder, "admin")?;
    for user in ["somebody", "caller"] {
        let status = toolwright(folder).args(["users", "add", user]).status()?;
        if !status.success() {
            return Err(format!("the user `{user}` was not added").into());
        }
    }
    create_key(folder, "caller")
}

/// A user who may not see the tool.
struct Caller {
    client: HttpClient,
    url: String,
}

impl Caller {
    /// Calls a tool, and returns the answer without its name.
    fn answer(&self, name: &'static str) -> Result<String> {
        let request = Request::tool(Era::Modern, name, &json!({"n": 1}));
        let answer = self.client.post(&self.url, &request, None)?;
        let body = String::from_utf8(answer.body)?;
        Ok(format!("{} {}", answer.status, body.replace(name, "")))
    }

    fn compare_answers(&self) -> Result<()> {
        let (hidden, absent) = (self.answer(HIDDEN)?, self.answer(ABSENT)?);
        if hidden != absent || !hidden.contains("nknown tool") {
            return Err(format!("the answers differ:\n{hidden}\n{absent}").into());
        }
        Ok(())
    }

    /// Calls a tool, and returns the time in microseconds.
    fn time(&self, name: &'static str) -> Result<f64> {
        let start = Instant::now();
        self.answer(name)?;
        Ok(start.elapsed().as_secs_f64() * 1e6)
    }
}
