//! How long `find_tools` takes among 10,000 tools, and how soon it finds one that was changed.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use toolwright::Client;

use crate::{
    program::quiet_server,
    rig::{Figure, Result, Wanted, median, scratch},
    specs::COUNT,
};

const VERBS: [&str; 10] = [
    "archive",
    "audit",
    "calibrate",
    "compress",
    "inspect",
    "mirror",
    "prune",
    "rotate",
    "seal",
    "validate",
];
const NOUNS: [&str; 10] = [
    "antenna",
    "backup",
    "camera",
    "engine",
    "kiln",
    "microscope",
    "pump",
    "radar",
    "turbine",
    "valve",
];
/// Tasks that are asked again and again: the vector of a task is computed the first time.
const TASKS: [&str; 5] = [
    "Calibrate the radar of plant 17.",
    "Is there anything wrong with the pump of plant 80?",
    "Make a copy of the backup of plant 3 and compress it.",
    "What is 15 percent of 80?",
    "Close the valve.",
];
const FINDS: usize = 40;
/// How long the vectors of 10,000 tools may take.
const PREPARED: Duration = Duration::from_secs(600);
const FOUND: Duration = Duration::from_secs(20);

pub(crate) async fn measure(rounds: usize) -> Result<Vec<Figure>> {
    let folder = scratch()?.join("registry-finding");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    write(&folder, "open")?;
    let registry = folder.to_string_lossy().into_owned();
    let settings = [
        ("TOOLWRIGHT_REGISTRY_DIR", registry.as_str()),
        ("TOOLWRIGHT_LISTS", "lean"),
    ];
    let client = quiet_server(&settings)?.client().await?;
    prepare(&client).await?;
    let mut times = Vec::new();
    for _ in 0..rounds {
        times.push(round(&client).await?);
    }
    let mut changes = Vec::new();
    for number in 0..rounds {
        changes.push(change(&client, &folder, number).await?);
        prepare(&client).await?;
    }
    client.close().await?;
    Ok(vec![
        Figure::of(
            "`find_tools` among 10,000 tools with an example each, for a task whose vector is known, p50",
            times,
            " ms",
            Wanted::AtMost(5.0),
        ),
        Figure::of(
            "one of them changed in the file: until `find_tools` finds it first",
            changes,
            " ms",
            Wanted::AtMost(200.0),
        ),
    ])
}

/// Writes the tools, the last of which does something else with each `verb`.
fn write(folder: &Path, verb: &str) -> Result<()> {
    let mut tools: Vec<Value> = (1..COUNT).map(tool).collect();
    tools.push(spec(
        "changing",
        &format!("{verb} the observatory"),
        "The dome has to move.",
    ));
    let fresh: PathBuf = folder.join("fresh.json");
    fs::write(&fresh, serde_json::to_string(&json!({"tools": tools}))?)?;
    Ok(fs::rename(fresh, folder.join("tools.json"))?)
}

fn tool(number: usize) -> Value {
    let verb = VERBS[number % VERBS.len()];
    let noun = NOUNS[number / VERBS.len() % NOUNS.len()];
    let plant = number / (VERBS.len() * NOUNS.len());
    let work = format!("{verb} the {noun} of plant {plant}");
    spec(
        &format!("{verb}_{noun}_{plant}"),
        &work,
        &format!("Could you {work} before the shift ends?"),
    )
}

fn spec(name: &str, work: &str, example: &str) -> Value {
    json!({
        "name": name, "type": "expression", "description": format!("Starts to {work}."), "examples": [example],
        "config": {"expression": "1"},
    })
}

async fn find(client: &Client, task: &str) -> Result<Value> {
    let answer = client.call("find_tools", json!({"task": task})).await?;
    match answer.structured_value() {
        Some(choice) if !answer.is_error => Ok(choice),
        _ => Err(answer.joined_text().into()),
    }
}

/// Waits until all tools are compared by meaning, and the tasks have vectors.
async fn prepare(client: &Client) -> Result<()> {
    let end = Instant::now() + PREPARED;
    for task in TASKS {
        while find(client, task).await?["by_meaning"] != true {
            if Instant::now() > end {
                return Err("the vectors of the tools are not there".into());
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    Ok(())
}

/// Returns the median time of a search, in milliseconds.
async fn round(client: &Client) -> Result<f64> {
    let mut times = Vec::with_capacity(FINDS);
    for task in TASKS.iter().cycle().take(FINDS) {
        let start = Instant::now();
        find(client, task).await?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    Ok(median(times))
}

/// Changes a tool, and returns how long it takes until it is found by what it says now, in milliseconds.
async fn change(client: &Client, folder: &Path, number: usize) -> Result<f64> {
    let verb = [
        "paint",
        "heat",
        "flood",
        "rent",
        "sweep",
        "photograph",
        "insure",
    ][number % 7];
    let task = format!("{verb} the observatory");
    find(client, &task).await?;
    write(folder, verb)?;
    let start = Instant::now();
    while start.elapsed() < FOUND {
        let choice = find(client, &task).await?;
        let first = &choice["tools"][0];
        let says = first["description"].as_str().unwrap_or_default();
        if first["name"] == "changing" && says.contains(verb) {
            return Ok(start.elapsed().as_secs_f64() * 1e3);
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    Err("the changed tool was not found".into())
}
