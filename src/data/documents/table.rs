//! Tables as Markdown.

/// The longest table that is written, in bytes: a single long row makes all others as long.
const LONGEST: usize = 16 << 20;

/// A table whose first row is its head, and how many of its rows are in it. Rows may be of different lengths.
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

/// A cell is one line, and a bar in it is not the end of it.
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
    fn rows_are_made_equally_long_and_cells_stay_in_their_line() {
        let rows = [vec!["지역", "a|b"], vec![" x\ny "], vec!["1", "2", "3"]]
            .map(|row| row.into_iter().map(ToOwned::to_owned).collect());
        let expected =
            "| 지역 | a\\|b |  |\n| --- | --- | --- |\n| x<br>y |  |  |\n| 1 | 2 | 3 |\n";
        assert_eq!(markdown(&rows), (expected.into(), 3));
        assert_eq!(markdown(&[]), (String::new(), 0));
    }

    #[test]
    fn a_table_of_one_long_row_and_many_short_ones_is_cut() {
        let mut rows = vec![Vec::new(); 100_000];
        rows[50_000] = vec![String::new(); 100_000];
        let (text, written) = markdown(&rows);
        assert!(text.len() < LONGEST + 1_000_000, "{}", text.len());
        assert!(written < 100, "{written}");
    }
}
