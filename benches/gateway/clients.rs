//! Toolwright's client beside that of rmcp, each in a program of its own.

use std::{net::TcpListener, thread, time::Duration};

use crate::{
    Pace,
    load::started,
    path::Peers,
    rig::{Figure, Result, Wanted},
};

const CLIENTS: [&str; 2] = ["client_toolwright", "client_rmcp"];

/// Returns the time of a call with our client over that with rmcp's, over both transports.
pub(crate) fn measure(peers: &Peers<'_>, pace: Pace) -> Result<Vec<Figure>> {
    let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let _server = started(peers.server(Some(port)), "server of clients")?;
    // The programs fail if it does not listen yet.
    thread::sleep(Duration::from_secs(1));
    let program = peers.server(None);
    let program = program.get_program().to_string_lossy().into_owned();
    let places = [
        ("HTTP", format!("http://127.0.0.1:{port}/mcp")),
        ("stdio", program),
    ];
    let mut figures = Vec::new();
    for (line, place) in &places {
        let mut ratios = Vec::new();
        for round in 0..pace.rounds {
            let mut times = [0.0; 2];
            for turn in 0..2 {
                // They take turns in going first.
                let at = (turn + round) % 2;
                times[at] = median_of(peers, CLIENTS[at], place, pace.turn)?;
            }
            eprintln!("{line}, round {}: {CLIENTS:?}: {times:?} µs", round + 1);
            ratios.push(times[0] / times[1]);
        }
        let what = format!("the time of a call with our client over that with rmcp's, {line}");
        figures.push(Figure::of(what, ratios, "", Wanted::AtMost(0.8)));
    }
    Ok(figures)
}

/// Runs a client, and returns the median of its calls in microseconds.
fn median_of(peers: &Peers<'_>, client: &str, place: &str, time: Duration) -> Result<f64> {
    let mut command = peers.program(client);
    let output = command
        .args([place, &time.as_secs().to_string()])
        .output()?;
    let said = String::from_utf8(output.stdout)?;
    let errors = String::from_utf8_lossy(&output.stderr);
    let median = said.trim().parse();
    median.map_err(|_| format!("{client} does not work: {errors}").into())
}
