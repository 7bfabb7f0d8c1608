//! The command line beside a `tools.json` with many tools: each command reads what it needs.

use std::{fs, time::Instant};

use crate::{
    program::toolwright,
    rig::{Figure, Result, scratch},
    specs::folder,
};

/// As many tools as the largest OpenAPI document that somebody imported.
const COUNT: usize = 1_769;

pub(crate) fn measure(rounds: usize) -> Result<Vec<Figure>> {
    let (registry, data) = (folder(COUNT)?, scratch()?.join("registry-commands"));
    let _ = fs::remove_dir_all(&data);
    let commands = [
        (
            "`toolwright call tool_7` with 1,769 tools, from its start to its end",
            &["call", "tool_7", "first=2", "second=3"][..],
        ),
        ("`toolwright tools`", &["tools"]),
        ("`toolwright tools check`", &["tools", "check"]),
    ];
    let mut figures = Vec::new();
    for (what, words) in commands {
        let mut times = Vec::new();
        for round in 0..=rounds {
            let mut command = toolwright(&data);
            command
                .args(words)
                .env("TOOLWRIGHT_REGISTRY_DIR", &registry);
            let begun = Instant::now();
            let ended = command.output()?;
            let time = begun.elapsed();
            if !ended.status.success() {
                return Err(String::from_utf8_lossy(&ended.stderr).into_owned().into());
            }
            // The first one writes the history.
            if round > 0 {
                times.push(time.as_secs_f64() * 1e3);
            }
        }
        figures.push(Figure::of(what, times, " ms", None));
    }
    Ok(figures)
}
