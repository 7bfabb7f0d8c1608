//! The start of the server, its memory, and the first query on the embedded database.

use std::{fs, path::Path, time::Instant};

use crate::{
    program::{listening, toolwright},
    rig::{Figure, Result, Wanted, scratch},
};

const ROUNDS: usize = 5;
const SQL: &str = "generated_sql=SELECT user_id, username, email FROM users LIMIT 3";

pub(crate) fn measure() -> Result<Vec<Figure>> {
    let (mut starts, mut sizes) = (Vec::new(), Vec::new());
    let (mut cold, mut warm) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let folder = scratch()?.join("starts");
        let _ = fs::remove_dir_all(&folder);
        let (server, time) = listening(&folder, &[])?;
        starts.push(time.as_secs_f64() * 1e3);
        sizes.push(server.process.resident()? as f64 / 1024.0);
        server.process.stop()?;
        for times in [&mut cold, &mut warm] {
            let start = Instant::now();
            query(&folder)?;
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
    }
    Ok(vec![
        Figure::of(
            "from the start of `toolwright` until it has answered `tools/list`",
            starts,
            " ms",
            Wanted::AtMost(100.0),
        ),
        Figure::of(
            "its resident memory then",
            sizes,
            " MiB",
            Wanted::AtMost(40.0),
        ),
        Figure::of(
            "`toolwright call query_bga_database`, the bundled PostgreSQL extracted, made and started for it",
            cold,
            " ms",
            Wanted::AtMost(2000.0),
        ),
        Figure::of("the same another time", warm, " ms", Wanted::AtMost(300.0)),
    ])
}

fn query(folder: &Path) -> Result<()> {
    let output = toolwright(folder)
        .env("TOOLWRIGHT_EMBEDDED_POSTGRES", "bundled")
        .args(["call", "query_bga_database", SQL])
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    if !text.contains("alice@example.com") {
        return Err(format!("{text}{}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(())
}
