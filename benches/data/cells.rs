//! `serialize_for_cell`, compared with replacing in memory alone.

use std::{hint::black_box, time::Instant};

use serde_json::{json, value::RawValue};

use crate::{
    program::quiet_server,
    rig::{Figure, Result},
};

const ROUNDS: usize = 7;
/// The size of the text.
const SIZE: usize = 10 << 20;

pub(crate) async fn measure() -> Result<Vec<Figure>> {
    let client = quiet_server(&[("TOOLWRIGHT_MAX_RESULT", "100000000")])?
        .client()
        .await?;
    let text = "SELECT\u{a0}user_id,\u{a0}email FROM users; ".repeat(SIZE / 40);
    let (mut whole, mut replaced) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let start = Instant::now();
        black_box(text.clone().replace('\u{a0}', " "));
        replaced.push(start.elapsed().as_secs_f64() * 1e3);
        let call = json!({"name": "serialize_for_cell", "arguments": {"data": text}});
        let start = Instant::now();
        let answer: Box<RawValue> = client.request("tools/call", call).await?;
        whole.push(start.elapsed().as_secs_f64() * 1e3);
        assert!(answer.get().len() > SIZE && !answer.get().contains('\u{a0}'));
    }
    Ok(vec![
        Figure::of(
            "`serialize_for_cell`, 10 MB: replacing alone",
            replaced,
            " ms",
            None,
        ),
        Figure::of(
            "the same through the whole server, both copies of the answer written and logged",
            whole,
            " ms",
            None,
        ),
    ])
}
