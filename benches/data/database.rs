//! `query_bga_database`, compared with tokio-postgres on the same server.

use std::{fs, time::Instant};

use serde_json::{Map, Value, json, value::RawValue};
use tokio_postgres::{Client as Bare, NoTls, Row};
use toolwright::Client;

use crate::{
    cluster::Cluster,
    departures,
    program::{PROGRAM, quiet_server},
    rig::{Figure, Result, Wanted, median, scratch},
};

const ROUNDS: usize = 7;
const LOOKUPS: usize = 1_500;
const TABLES: usize = 40;
const SETUP: &str = "
    CREATE TABLE points AS SELECT n AS id, 'name of ' || n AS name, n * 1.5 AS price, now() - n * interval '1 minute' AS made
        FROM generate_series(1, 50000) n;
    ALTER TABLE points ADD PRIMARY KEY (id);
    ANALYZE points;";
const LOOKUP: &str = "SELECT id, name FROM points WHERE id = 4711";
/// With a number after it.
const NEW_LOOKUP: &str = "SELECT id, name FROM points WHERE id = ";
const TABLE: &str = "SELECT id, name, id * 2 AS twice, name || '!' AS loud FROM points LIMIT 10000";

pub(crate) async fn measure() -> Result<Vec<Figure>> {
    let cluster = Cluster::start(PROGRAM.as_ref())?;
    let (bare, connection) = tokio_postgres::connect(cluster.connection(), NoTls).await?;
    tokio::spawn(connection);
    bare.batch_execute(SETUP).await?;
    let settings = cluster.settings();
    let place: Vec<_> = settings
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    let mut settings = place.clone();
    let registry = registry()?;
    settings.extend([
        ("TOOLWRIGHT_REGISTRY_DIR", registry.as_str()),
        ("TOOLWRIGHT_SQL_MAX_ROWS", "10000"),
        ("TOOLWRIGHT_SQL_MAX_BYTES", "100000000"),
    ]);
    let tool = quiet_server(&settings)?.client().await?;
    let mut figures = lookups(&bare, &tool).await?;
    figures.push(registered_lookups(&tool).await?);
    figures.extend(tables(&bare, &tool).await?);
    tool.close().await?;
    figures.extend(departures::measure(&bare, &place).await?);
    Ok(figures)
}

/// Measures how much longer a point lookup takes through the tool, with a repeated and a new text.
async fn lookups(bare: &Bare, tool: &Client) -> Result<Vec<Figure>> {
    let known = bare.prepare(LOOKUP).await?;
    let (mut repeated, mut new) = (Pairs::default(), Pairs::default());
    let mut number = 0;
    for _ in 0..ROUNDS {
        for _ in 0..LOOKUPS {
            let start = Instant::now();
            let rows = bare.query(&known, &[]).await?;
            repeated.bare.push(start.elapsed().as_secs_f64() * 1e6);
            assert_eq!(rows.len(), 1);
            repeated.tool.push(look_up(tool, LOOKUP.to_owned()).await?);
            number += 2;
            let text = format!("{NEW_LOOKUP}{number}");
            let start = Instant::now();
            let rows = bare.query(&text, &[]).await?;
            new.bare.push(start.elapsed().as_secs_f64() * 1e6);
            assert_eq!(rows.len(), 1);
            let text = format!("{NEW_LOOKUP}{}", number + 1);
            new.tool.push(look_up(tool, text).await?);
        }
        repeated.end_round();
        new.end_round();
    }
    let [plain, added] = repeated.figures(
        "point lookup, p50: the bare driver, prepared",
        "the same: `query_bga_database` − the bare driver",
        Some(Wanted::AtMost(150.0)),
    );
    let [new_plain, new_added] = new.figures(
        "point lookup with a text that is new each time, p50: the bare driver",
        "the same: `query_bga_database` − the bare driver",
        None,
    );
    Ok(vec![plain, added, new_plain, new_added])
}

/// Writes a registry with the lookup as a tool, and returns its folder.
fn registry() -> Result<String> {
    let folder = scratch()?.join("data-registry");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let tool = json!({
        "name": "look_up", "type": "sql", "description": "Look up a point.",
        "config": {"query": "SELECT id, name FROM points WHERE id = :id"},
        "parameters": [{"name": "id", "type": "integer", "description": "The id.", "required": true}],
    });
    let text = json!({"tools": [tool]}).to_string();
    fs::write(folder.join("tools.json"), text)?;
    Ok(folder.to_string_lossy().into_owned())
}

/// Measures a point lookup of a registered `sql` tool against the same of `query_bga_database`.
async fn registered_lookups(tool: &Client) -> Result<Figure> {
    let mut ratios = Vec::new();
    for _ in 0..ROUNDS {
        let (mut registered, mut written) = (Vec::new(), Vec::new());
        for number in 1..=LOOKUPS {
            registered.push(call(tool, "look_up", json!({"id": number})).await?);
            written.push(look_up(tool, LOOKUP.to_owned()).await?);
        }
        ratios.push(median(registered) / median(written));
    }
    Ok(Figure::of(
        "point lookup, p50: a registered `sql` tool ÷ `query_bga_database` with a repeated text",
        ratios,
        "",
        Wanted::AtMost(1.0),
    ))
}

/// Measures a lookup through the tool, in microseconds.
async fn look_up(tool: &Client, sql: String) -> Result<f64> {
    call(tool, "query_bga_database", json!({"generated_sql": sql})).await
}

/// Measures a call, in microseconds.
async fn call(tool: &Client, name: &str, arguments: Value) -> Result<f64> {
    let start = Instant::now();
    let answer = tool.call(name, arguments).await?;
    let time = start.elapsed().as_secs_f64() * 1e6;
    assert!(!answer.is_error, "{}", answer.joined_text());
    Ok(time)
}

/// Times of the driver and of the tool, by turns.
#[derive(Default)]
struct Pairs {
    bare: Vec<f64>,
    tool: Vec<f64>,
    /// The driver's medians, and how much longer the tool took.
    rounds: (Vec<f64>, Vec<f64>),
}

impl Pairs {
    fn end_round(&mut self) {
        let bare = median(std::mem::take(&mut self.bare));
        let tool = median(std::mem::take(&mut self.tool));
        self.rounds.0.push(bare);
        self.rounds.1.push(tool - bare);
    }

    fn figures(self, bare: &str, added: &str, wanted: Option<Wanted>) -> [Figure; 2] {
        [
            Figure::of(bare, self.rounds.0, " µs", None),
            Figure::of(added, self.rounds.1, " µs", wanted),
        ]
    }
}

/// Measures how fast a large result becomes JSON, compared with the driver and `serde_json`, and
/// with the driver alone.
async fn tables(bare: &Bare, tool: &Client) -> Result<Vec<Figure>> {
    let statement = bare.prepare(TABLE).await?;
    let (mut bare_times, mut read, mut written) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let mut times = [Vec::new(), Vec::new(), Vec::new()];
        for _ in 0..TABLES {
            let start = Instant::now();
            let rows = bare.query(&statement, &[]).await?;
            times[0].push(start.elapsed().as_secs_f64());
            let text = serde_json::to_string(&json_of(&rows))?;
            times[1].push(start.elapsed().as_secs_f64());
            assert!(text.len() > 100_000);
            let call = json!({"name": "query_bga_database", "arguments": {"generated_sql": TABLE}});
            let start = Instant::now();
            let answer: Box<RawValue> = tool.request("tools/call", call).await?;
            times[2].push(start.elapsed().as_secs_f64());
            // The answer contains the table twice, once as text.
            assert!(
                answer.get().len() > 2 * text.len(),
                "{}",
                answer.get().len()
            );
        }
        let [reads, writes, tools] = times.map(median);
        bare_times.push(reads * 1e3);
        read.push(reads / tools);
        written.push(writes / tools);
    }
    Ok(vec![
        Figure::of(
            "10,000 rows × 4 columns, p50: the bare driver reads them",
            bare_times,
            " ms",
            None,
        ),
        Figure::of(
            "10,000 rows × 4 columns to JSON: `query_bga_database`'s speed ÷ the driver's with serde_json",
            written,
            "",
            Wanted::AtLeast(0.7),
        ),
        Figure::of(
            "the same ÷ the driver that only reads the rows",
            read,
            "",
            None,
        ),
    ])
}

fn json_of(rows: &[Row]) -> Vec<Map<String, Value>> {
    let record = |row: &Row| {
        Map::from_iter([
            ("id".to_owned(), json!(row.get::<_, i32>(0))),
            ("name".to_owned(), json!(row.get::<_, &str>(1))),
            ("twice".to_owned(), json!(row.get::<_, i32>(2))),
            ("loud".to_owned(), json!(row.get::<_, &str>(3))),
        ])
    };
    rows.iter().map(record).collect()
}
