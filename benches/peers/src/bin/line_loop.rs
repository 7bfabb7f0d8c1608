//! The limit over standard input and output: a blocking loop with a typed JSON parse and a typed
//! JSON answer a line.

use std::io::{self, BufRead as _, Write as _};

use toolwright_bench_peers::wire::Call;

fn main() -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    let (mut line, mut answer) = (Vec::new(), Vec::new());
    while input.read_until(b'\n', &mut line)? > 0 {
        let call: Call = serde_json::from_slice(&line)?;
        serde_json::to_writer(&mut answer, &call.answer())?;
        answer.push(b'\n');
        output.write_all(&answer)?;
        output.flush()?;
        line.clear();
        answer.clear();
    }
    Ok(())
}
