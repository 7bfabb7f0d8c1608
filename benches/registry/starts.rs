//! The start of a server with many tools.

use std::fs;

use crate::{
    program::listening,
    rig::{Figure, Result, Wanted, scratch},
    specs::{COUNT, folder},
};

pub(crate) fn measure(rounds: usize) -> Result<Vec<Figure>> {
    let (mut times, mut sizes) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let (registry, data) = (folder(COUNT)?, scratch()?.join("registry-data"));
        let _ = fs::remove_dir_all(&data);
        let registry = registry.to_string_lossy().into_owned();
        let (server, time) = listening(&data, &[("TOOLWRIGHT_REGISTRY_DIR", &registry)])?;
        times.push(time.as_secs_f64() * 1e3);
        sizes.push(server.process.resident()? as f64 / 1024.0);
        server.process.stop()?;
    }
    Ok(vec![
        Figure::of(
            "from the start of `toolwright` with 10,000 tools until it has answered `tools/list`",
            times,
            " ms",
            Wanted::AtMost(1500.0),
        ),
        Figure::of("its resident memory then", sizes, " MiB", None),
    ])
}
