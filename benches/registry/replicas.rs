//! Four servers on one database: how long a change takes from the API's answer until a client of each is told.

use std::{
    env, fs,
    io::{BufRead as _, BufReader},
    os::unix::fs::PermissionsExt as _,
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use reqwest::Client;
use serde_json::{Value, json};
use tokio::{sync::mpsc, time::timeout};

use crate::{
    program::{PROGRAM, listening},
    rig::{Figure, HttpClient, HttpServer, Result, Wanted, percentile, scratch},
};

const REPLICAS: usize = 4;
const CHANGES: usize = 100;
const LONGEST: Duration = Duration::from_secs(20);

/// A private PostgreSQL. It stops when its standard input closes.
struct Database {
    process: Child,
    folder: PathBuf,
    url: String,
}

impl Database {
    fn start() -> Result<Self> {
        // Where this user is root, it runs as another one.
        let folder = env::temp_dir().join(format!("toolwright-bench-{}", std::process::id()));
        fs::create_dir(&folder)?;
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755))?;
        let mut command = Command::new(PROGRAM);
        command.args(["worker", "cluster", "start"]);
        command.arg(folder.join("postgres")).arg("bundled");
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = pipes.spawn()?;
        let output = process.stdout.as_mut().ok_or("no output")?;
        let mut said = String::new();
        BufReader::new(output).read_line(&mut said)?;
        let value = |name: &str| {
            let mut parts = said.split_whitespace();
            let found = parts.find_map(|part| part.strip_prefix(name)?.strip_prefix('='));
            found.ok_or_else(|| format!("the database said {said:?}"))
        };
        let [host, port, user, name] = [
            value("host")?,
            value("port")?,
            value("user")?,
            value("dbname")?,
        ];
        Ok(Self {
            url: format!("postgres://{user}@localhost:{port}/{name}?host={host}"),
            process,
            folder,
        })
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

pub(crate) fn measure(rounds: usize) -> Result<Vec<Figure>> {
    let database = Database::start()?;
    let settings = [
        ("TOOLWRIGHT_REGISTRY", "postgres"),
        ("TOOLWRIGHT_REGISTRY_URL", database.url.as_str()),
    ];
    let mut servers = Vec::new();
    for number in 0..REPLICAS {
        let data = scratch()?.join(format!("replica-{number}"));
        let _ = fs::remove_dir_all(&data);
        servers.push(listening(&data, &settings)?.0);
    }
    let runtime = tokio::runtime::Runtime::new()?;
    let client = Client::new();
    let mut told = listen_to_all(&runtime, &client, &servers)?;
    let mut all = Vec::new();
    for round in 0..=rounds {
        let mut took = Vec::new();
        for change in 0..CHANGES {
            let revision = round * CHANGES + change;
            took.extend(runtime.block_on(change_once(
                &client,
                &servers[0],
                revision,
                &mut told,
            ))?);
        }
        took.sort_by(f64::total_cmp);
        // The first round warms up.
        if round > 0 {
            all.extend(percentile(&took, 99.0));
        }
    }
    for server in servers {
        server.process.stop()?;
    }
    let what = "a change in PostgreSQL: from the answer of the API until a client of each of four servers is told, p99";
    Ok(vec![Figure::of(what, all, " ms", Wanted::AtMost(100.0))])
}

/// Opens a session and its stream on each server. Returns which of them told of a change, and when.
fn listen_to_all(
    runtime: &tokio::runtime::Runtime,
    client: &Client,
    servers: &[HttpServer],
) -> Result<mpsc::Receiver<(usize, Instant)>> {
    let sessions = HttpClient::new()?;
    let (sender, told) = mpsc::channel(REPLICAS);
    for (number, server) in servers.iter().enumerate() {
        let session = sessions.open_session(&server.url())?;
        let stream = client
            .get(server.url())
            .header("accept", "text/event-stream")
            .header("mcp-session-id", session);
        runtime.spawn(listen(stream, number, sender.clone()));
    }
    Ok(told)
}

/// Reads a stream of events, and tells when the list of tools has changed.
async fn listen(
    stream: reqwest::RequestBuilder,
    number: usize,
    sender: mpsc::Sender<(usize, Instant)>,
) -> std::result::Result<(), reqwest::Error> {
    let mut response = stream.send().await?;
    while let Some(part) = response.chunk().await? {
        let now = Instant::now();
        let text = String::from_utf8_lossy(&part);
        if text.contains("tools/list_changed") && sender.send((number, now)).await.is_err() {
            break;
        }
    }
    Ok(())
}

/// Makes a change on a server. Returns how long it took until each client was told, in milliseconds.
async fn change_once(
    client: &Client,
    server: &HttpServer,
    revision: usize,
    told: &mut mpsc::Receiver<(usize, Instant)>,
) -> Result<Vec<f64>> {
    let api = server.url().replace("/mcp", "/api/v1/tools");
    let tool: Value = json!({
        "name": "changed", "type": "expression", "description": "d", "config": {"expression": revision.to_string()},
    });
    let request = match revision {
        0 => client.post(api),
        _ => client
            .put(format!("{api}/changed"))
            .header("if-match", format!("\"{revision}\"")),
    };
    while told.try_recv().is_ok() {}
    let request = request.header("content-type", "application/json");
    let answer = request.body(tool.to_string()).send().await?;
    answer.error_for_status()?.bytes().await?;
    let answered = Instant::now();
    let mut waiting = [true; REPLICAS];
    let mut took = Vec::new();
    while waiting.contains(&true) {
        let (number, at) = timeout(LONGEST, told.recv()).await?.ok_or("no stream")?;
        if std::mem::replace(&mut waiting[number], false) {
            took.push(at.saturating_duration_since(answered).as_secs_f64() * 1e3);
        }
    }
    Ok(took)
}
