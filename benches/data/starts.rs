//! How soon the server is there, what it weighs, and how soon the embedded database answers.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    time::Instant,
};

use crate::{
    figure::{Figure, Wanted},
    program,
    rig::{Result, scratch},
};

const ROUNDS: usize = 5;
const SQL: &str = "generated_sql=SELECT user_id, username, email FROM users LIMIT 3";

pub(crate) fn measure() -> Result<Vec<Figure>> {
    let (mut starts, mut sizes) = (Vec::new(), Vec::new());
    let (mut cold, mut warm) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let folder = scratch()?.join("starts");
        let _ = fs::remove_dir_all(&folder);
        let start = Instant::now();
        let mut server = serve(&folder)?;
        starts.push(start.elapsed().as_secs_f64() * 1e3);
        sizes.push(resident(server.id())?);
        server.kill()?;
        server.wait()?;
        for times in [&mut cold, &mut warm] {
            let start = Instant::now();
            query(&folder)?;
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
    }
    Ok(vec![
        Figure::of(
            "from the start of `toolwright` until it listens",
            &starts,
            " ms",
            Wanted::AtMost(100.0),
        ),
        Figure::of(
            "its resident memory then",
            &sizes,
            " MiB",
            Wanted::AtMost(40.0),
        ),
        Figure::of(
            "`toolwright call query_bga_database`, the bundled PostgreSQL extracted, made and started for it",
            &cold,
            " ms",
            Wanted::AtMost(2000.0),
        ),
        Figure::of("the same another time", &warm, " ms", Wanted::AtMost(300.0)),
    ])
}

fn serve(folder: &Path) -> Result<Child> {
    let mut server = command(folder)
        .args(["serve", "--port", "0"])
        .stderr(Stdio::piped())
        .spawn()?;
    let mut line = String::new();
    let said = server
        .stderr
        .take()
        .ok_or("the server has no standard error")?;
    BufReader::new(said).read_line(&mut line)?;
    if !line.starts_with("listening on ") {
        return Err(line.into());
    }
    Ok(server)
}

fn query(folder: &Path) -> Result<()> {
    let output = command(folder)
        .args(["call", "query_bga_database", SQL])
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    if !text.contains("alice@example.com") {
        return Err(format!("{text}{}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(())
}

fn command(folder: &Path) -> Command {
    let mut command = Command::new(program());
    command
        .env_clear()
        .env("TOOLWRIGHT_DATA_DIR", folder)
        .env("TOOLWRIGHT_EMBEDDED_POSTGRES", "bundled");
    command
}

/// The resident memory of a process, in MiB.
fn resident(pid: u32) -> Result<f64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let size = line.and_then(|line| line.split_whitespace().next());
    let kib: f64 = size.ok_or("the process has no resident memory")?.parse()?;
    Ok(kib / 1024.0)
}
