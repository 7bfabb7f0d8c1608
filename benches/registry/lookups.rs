//! The API beside 100,000 tools and 100,000 agents: one of them, a page, a search.

use std::{fs, time::Instant};

use serde_json::{Value, json};

use crate::{
    program::listening,
    rig::{Figure, HttpClient, Result, Wanted, percentile, scratch},
    specs::folder,
};

/// Returns the path of the request with a number.
type PathOf<'a> = dyn Fn(usize) -> String + 'a;

/// How many there are of each, also in a quick run.
const COUNT: usize = 100_000;
const QUICK: usize = 2_000;

const LOOK_UPS: usize = 1_000;
const PAGES: usize = 100;

pub(crate) fn measure(rounds: usize, is_quick: bool) -> Result<Vec<Figure>> {
    let count = if is_quick { QUICK } else { COUNT };
    let (registry, data) = (folder(count)?, scratch()?.join("registry-lookups"));
    let _ = fs::remove_dir_all(&data);
    let agents: Vec<Value> = (1..count).map(agent).collect();
    let agents = json!({"agents": agents}).to_string();
    fs::write(registry.join("agents.json"), agents)?;
    let registry = registry.to_string_lossy().into_owned();
    let (server, _) = listening(&data, &[("TOOLWRIGHT_REGISTRY_DIR", &registry)])?;
    let api = server.url().replace("/mcp", "/api/v1");
    let client = HttpClient::new()?;
    let mut figures = Vec::new();
    for (noun, name) in [("tool", "tool"), ("agent", "agent")] {
        let paths: [(_, _, _, &PathOf<'_>); 3] = [
            ("one", LOOK_UPS, 5.0, &|at| format!("{noun}s/{name}_{at}")),
            ("a page of 100", PAGES, 50.0, &|at| {
                format!("{noun}s?cursor={name}_{at}")
            }),
            ("a search", PAGES, 50.0, &|at| {
                format!("{noun}s?q=add%20{at}")
            }),
        ];
        for (what, times, most, path) in paths {
            let mut slowest = Vec::new();
            for round in 0..=rounds {
                let get = |number| {
                    // Far from each other, and others in each round.
                    let at = (number * 7_919 + round * 104_729) % (count - 1) + 1;
                    get(&client, &format!("{api}/{}", path(at)))
                };
                let mut took = (0..times).map(get).collect::<Result<Vec<f64>>>()?;
                took.sort_by(f64::total_cmp);
                // The first round warms up.
                if round > 0 {
                    slowest.extend(percentile(&took, 99.0));
                }
            }
            let what = format!("API beside {count} {noun}s: {what}, p99");
            figures.push(Figure::of(what, slowest, " ms", Wanted::AtMost(most)));
        }
    }
    server.process.stop()?;
    Ok(figures)
}

fn agent(number: usize) -> Value {
    json!({
        "name": format!("agent_{number}"), "model_provider": "openai", "model_name": "m",
        "description": format!("Uses a tool to multiply and add {number}."), "tools": [format!("tool_{number}")],
    })
}

/// Measures a request, in milliseconds.
fn get(client: &HttpClient, url: &str) -> Result<f64> {
    let start = Instant::now();
    let text = client.get(url)?;
    let time = start.elapsed().as_secs_f64() * 1e3;
    let answer: Value = serde_json::from_str(&text)?;
    let has_items = answer["items"].as_array().is_none_or(|it| !it.is_empty());
    let is_found = answer["name"].is_string() || answer["items"].is_array();
    // The last page of a list may be empty.
    match is_found && (has_items || url.contains("cursor=")) {
        true => Ok(time),
        false => Err(format!("{url} is answered with {text}").into()),
    }
}
