//! `get_sim_search`, compared with the two HTTP calls that it needs, on a ChromaDB server with
//! 20,000 documents of 384 dimensions.

use std::{
    net::TcpListener as StdListener,
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use hyper::{
    Request, Response,
    body::Incoming,
    header::{CONTENT_TYPE, HeaderValue},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::TokioIo;
use reqwest::Client as Http;
use serde_json::{Value, json};
use toolwright::Client;

use crate::{
    program::quiet_server,
    rig::{Figure, Result, Wanted, benches, median, scratch},
};

const ROUNDS: usize = 7;
const QUERIES: usize = 150;
const DOCUMENTS: usize = 20_000;
const BATCH: usize = 1_000;
const DIMENSION: usize = 384;
const COLLECTION: &str = "bench";

/// A ChromaDB server, until it is dropped.
struct Chroma {
    child: Child,
    url: String,
    port: u16,
}

impl Chroma {
    async fn start(http: &Http) -> Result<Self> {
        let program = benches().join("../target/test-bed/engines/venv/bin/chroma");
        if !program.exists() {
            return Err("there is no ChromaDB: `tests/run engines` installs it".into());
        }
        let port = StdListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let folder: PathBuf = scratch()?.join("chroma");
        let _ = std::fs::remove_dir_all(&folder);
        let child = Command::new(program)
            .args(["run", "--port", &port.to_string(), "--path"])
            .arg(&folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let url = format!(
            "http://127.0.0.1:{port}/api/v2/tenants/default_tenant/databases/default_database/collections"
        );
        let chroma = Self { child, url, port };
        for _ in 0..300 {
            if http.get(&chroma.url).send().await.is_ok() {
                return Ok(chroma);
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        Err("ChromaDB does not start".into())
    }
}

impl Drop for Chroma {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) async fn measure() -> Result<Vec<Figure>> {
    let http = Http::builder().no_proxy().build()?;
    let chroma = Chroma::start(&http).await?;
    let embedding = embedding_server().await?;
    let collection = fill(&http, &chroma).await?;
    let port = chroma.port.to_string();
    let tool = quiet_server(&[
        ("CHROMADB_HOST", "127.0.0.1"),
        ("CHROMADB_PORT", &port),
        ("CHROMADB_COLLECTION_NAME", COLLECTION),
        ("TEXT_EMBEDDING_MODEL_URL", &embedding),
        ("TEXT_EMBEDDING_MODEL_NAME", "bench"),
    ])?
    .client()
    .await?;
    let query = format!("{}/{collection}/query", chroma.url);
    let (mut ratios, mut bare_times) = (Vec::new(), Vec::new());
    let mut number = 0;
    for _ in 0..ROUNDS {
        let mut times = (Vec::new(), Vec::new());
        for _ in 0..QUERIES {
            // Every text is new, so that none is cached.
            number += 2;
            times.0.push(bare(&http, &embedding, &query, number).await?);
            times.1.push(through_the_tool(&tool, number + 1).await?);
        }
        let (bare, tool) = (median(times.0), median(times.1));
        bare_times.push(bare * 1e3);
        ratios.push(tool / bare);
    }
    Ok(vec![
        Figure::of(
            "similarity search, 20,000 × 384 in ChromaDB: the two bare HTTP calls, p50",
            bare_times,
            " ms",
            None,
        ),
        Figure::of(
            "the same: `get_sim_search` ÷ the bare calls",
            ratios,
            "",
            Wanted::AtMost(1.15),
        ),
    ])
}

async fn bare(http: &Http, embedding: &str, query: &str, number: usize) -> Result<f64> {
    let start = Instant::now();
    let asked = json!({"input": [format!("query {number}")], "model": "bench"});
    let answer: Value = http
        .post(embedding)
        .json(&asked)
        .send()
        .await?
        .json()
        .await?;
    let vectors = json!([answer["data"][0]["embedding"]]);
    let asked = json!({"query_embeddings": vectors, "n_results": 3, "include": ["documents", "metadatas", "distances"]});
    let answer: Value = http.post(query).json(&asked).send().await?.json().await?;
    assert_eq!(
        answer["documents"][0].as_array().map(Vec::len),
        Some(3),
        "{answer}"
    );
    Ok(start.elapsed().as_secs_f64())
}

async fn through_the_tool(tool: &Client, number: usize) -> Result<f64> {
    let arguments = json!({"query_list": [format!("query {number}")]});
    let start = Instant::now();
    let answer = tool.call("get_sim_search", arguments).await?;
    let time = start.elapsed().as_secs_f64();
    assert!(!answer.is_error, "{}", answer.joined_text());
    Ok(time)
}

/// Creates a collection of documents, and returns its id.
async fn fill(http: &Http, chroma: &Chroma) -> Result<String> {
    let made = json!({"name": COLLECTION, "get_or_create": true, "configuration": {"hnsw": {"space": "cosine"}}});
    let made: Value = http
        .post(&chroma.url)
        .json(&made)
        .send()
        .await?
        .json()
        .await?;
    let id = made["id"]
        .as_str()
        .ok_or_else(|| made.to_string())?
        .to_owned();
    for start in (0..DOCUMENTS).step_by(BATCH) {
        let numbers = start..start + BATCH;
        let batch = json!({
            "ids": numbers.clone().map(|number| number.to_string()).collect::<Vec<_>>(),
            "documents": numbers.clone().map(|number| format!("document number {number}")).collect::<Vec<_>>(),
            "embeddings": numbers.map(|number| vector(&number.to_string())).collect::<Vec<_>>(),
        });
        let added = http
            .post(format!("{}/{id}/add", chroma.url))
            .json(&batch)
            .send()
            .await?;
        if !added.status().is_success() {
            return Err(added.text().await?.into());
        }
    }
    Ok(id)
}

/// Starts a server with OpenAI's embeddings API whose model costs nothing, so that only the calls
/// are measured.
async fn embedding_server() -> Result<String> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let _ = stream.set_nodelay(true);
            let serving = http1::Builder::new()
                .serve_connection(TokioIo::new(stream), service_fn(embeddings));
            tokio::spawn(serving);
        }
    });
    Ok(format!("http://{address}/v1/embeddings"))
}

async fn embeddings(
    request: Request<Incoming>,
) -> std::result::Result<Response<Full<Bytes>>, hyper::Error> {
    let body = request.into_body().collect().await?.to_bytes();
    let asked: Value = serde_json::from_slice(&body).unwrap_or_default();
    let texts = asked["input"].as_array().cloned().unwrap_or_default();
    let data = texts.iter().enumerate();
    let data: Vec<Value> = data
        .map(|(index, text)| json!({"object": "embedding", "index": index, "embedding": vector(text.as_str().unwrap_or_default())}))
        .collect();
    let answer = json!({"object": "list", "data": data, "model": "bench"}).to_string();
    let mut response = Response::new(Full::new(Bytes::from(answer)));
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Ok(response)
}

/// Returns pseudo-random numbers that depend on the text alone.
fn vector(text: &str) -> Vec<f32> {
    let mut state = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |state, byte| {
        (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / 8_388_608.0 - 1.0
    };
    (0..DIMENSION).map(|_| next()).collect()
}
