//! Tables as Markdown.

/// The most bytes of a table, after which no further row is written: a single long row makes all
/// rows as long.
const LONGEST: usize = 16 << 20;

/// Returns a table whose first row is the header, and how many of the rows are in it. Rows may have
/// different lengths.
pub(super) fn markdown(rows: &[Vec<String>]) -> (String, usize) {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = String::new();
    for (number, row) in rows.iter().enumerate() {
        if text.len() > LONGEST {
            return (text, number);
        }
        line(&mut text, row, width);
        if number == 0 {
            text.push('|');
            text.push_str(&" --- |".repeat(width));
            text.push('\n');
        }
    }
    (text, rows.len())
}

fn line(text: &mut String, row: &[String], width: usize) {
    text.push('|');
    for column in 0..width {
        text.push(' ');
        if let Some(cell) = row.get(column) {
            escape(text, cell);
        }
        text.push_str(" |");
    }
    text.push('\n');
}

/// Writes a cell on one line, with bars escaped.
fn escape(text: &mut String, cell: &str) {
    for (number, line) in cell.trim().lines().enumerate() {
        if number > 0 {
            text.push_str("<br>");
        }
        text.push_str(&line.replace('|', "\\|"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_get_the_same_length_and_cells_one_line() {
        let rows = [vec!["지역", "a|b"], vec![" x\ny "], vec!["1", "2", "3"]]
            .map(|row| row.into_iter().map(ToOwned::to_owned).collect());
        let expected =
            "| 지역 | a\\|b |  |\n| --- | --- | --- |\n| x<br>y |  |  |\n| 1 | 2 | 3 |\n";
        assert_eq!(markdown(&rows), (expected.into(), 3));
        assert_eq!(markdown(&[]), (String::new(), 0));
    }

    #[test]
    fn a_table_with_one_very_long_row_is_cut() {
        let mut rows = vec![Vec::new(); 100_000];
        rows[50_000] = vec![String::new(); 100_000];
        let (text, written) = markdown(&rows);
        assert!(text.len() < LONGEST + 1_000_000, "{}", text.len());
        assert!(written < 100, "{written}");
    }
}
