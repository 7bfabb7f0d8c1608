//! `benches/RESULTS.md`: how to run the benches, then a section of each.

use std::fs;

use super::{Result, workshop::benches};

const HEAD: &str = "\
# Results

Written by the benches; do not edit. To measure again, on a machine that does nothing else:

```text
cargo bench --bench compare         # beside the peers; 25 minutes; needs Linux, Python 3.11 and wrk, which root gets installed
cargo bench --bench instructions    # instructions a call; 2 minutes; needs valgrind
cargo bench --bench data            # the data tools beside the bare drivers; 5 minutes; needs Linux, and `tests/run` before it, for ChromaDB
cargo bench --bench python          # Python functions beside FastMCP; 1 minute; needs Python 3.11
cargo bench --bench gateway         # calls through the gateway, beside FastMCP's proxy and mcp-proxy; the client beside rmcp's; 5 minutes
cargo bench --bench registry        # 10,000 registered tools beside the compiled ones; 1 minute
cargo bench --bench compare -- --help
```

Every server has the same three tools and gives the same answers, which are checked; a wrong one stops the bench. Ratios are of one run: the
servers take turns in every round, and a ratio is the median of the rounds' ratios. Times of day and machines are not comparable.
";

/// The sections, in their order. `governed`, `rearranged`, `build` and `soak` were inserted by hand.
const SECTIONS: [&str; 10] = [
    "compare",
    "governed",
    "rearranged",
    "build",
    "data",
    "python",
    "gateway",
    "registry",
    "soak",
    "instructions",
];

/// Replaces the section of this name. Text outside of sections is lost.
pub(crate) fn write_section(name: &str, text: &str) -> Result<()> {
    let file = benches().join("RESULTS.md");
    let old = fs::read_to_string(&file).unwrap_or_default();
    let mut page = HEAD.to_owned();
    for section in SECTIONS {
        let kept = if section == name {
            Some(text)
        } else {
            find(&old, section)
        };
        if let Some(text) = kept {
            let (begin, end) = marks(section);
            page += &format!("\n{begin}\n{}\n{end}\n", text.trim());
        }
    }
    Ok(fs::write(file, page)?)
}

fn find<'a>(page: &'a str, section: &str) -> Option<&'a str> {
    let (begin, end) = marks(section);
    let (_, rest) = page.split_once(&begin)?;
    Some(rest.split_once(&end)?.0)
}

fn marks(section: &str) -> (String, String) {
    (
        format!("<!-- {section} -->"),
        format!("<!-- end of {section} -->"),
    )
}
