//! Lines, forward and backward.

use super::{
    super::{
        backward_lines::BackwardLines,
        forward_lines::ForwardLines,
        line::{Line, Lines},
    },
    Folder,
};

const LONGEST: usize = 9;

fn all(mut lines: impl Lines) -> Vec<Line> {
    std::iter::from_fn(|| lines.next_line().unwrap()).collect()
}

/// The lines of a text, both ways.
fn both_ways(text: &str, chunk: usize) -> (Vec<Line>, Vec<Line>) {
    let folder = Folder::new();
    folder.write("a", text);
    let length = text.len() as u64;
    let forward = ForwardLines::open(&folder.path("a"), 0, length).unwrap();
    let backward = BackwardLines::open(&folder.path("a"), length).unwrap();
    let mut backward = all(backward.sizes(chunk, LONGEST));
    backward.reverse();
    (all(forward.longest(LONGEST)), backward)
}

fn whole(text: &str) -> Line {
    Line::Complete(text.as_bytes().to_vec())
}

#[test]
fn lines_are_the_same_in_both_directions() {
    let cases: [(&str, Vec<Line>); 13] = [
        ("", vec![]),
        ("\n", vec![whole("")]),
        ("a\n", vec![whole("a")]),
        ("a", vec![Line::Incomplete]),
        ("a\nb", vec![whole("a"), Line::Incomplete]),
        ("a\n\nbc\n", vec![whole("a"), whole(""), whole("bc")]),
        ("\n\n", vec![whole(""), whole("")]),
        ("123456789\n", vec![whole("123456789")]),
        (
            "a\n123456789\nb\n",
            vec![whole("a"), whole("123456789"), whole("b")],
        ),
        ("1234567890\n", vec![Line::TooLong]),
        (
            "a\n123456789012345678901234567890\nb\n",
            vec![whole("a"), Line::TooLong, whole("b")],
        ),
        (
            "a\n1234567890123456789012",
            vec![whole("a"), Line::Incomplete],
        ),
        (
            "123456789012345678901\n1234567890123\n",
            vec![Line::TooLong, Line::TooLong],
        ),
    ];
    for (text, expected) in &cases {
        for chunk in 1..30 {
            let (forward, backward) = both_ways(text, chunk);
            assert_eq!(&forward, expected, "{text:?} forward");
            assert_eq!(&backward, expected, "{text:?} backward by {chunk}");
        }
    }
}

#[test]
fn the_incomplete_end_of_a_file_is_measured() {
    for (text, expected) in [("", 0), ("a\n", 0), ("a\nbcd", 3), ("bcd", 3), ("\n", 0)] {
        for chunk in 1..6 {
            let folder = Folder::new();
            folder.write("a", text);
            let lines = BackwardLines::open(&folder.path("a"), text.len() as u64).unwrap();
            let torn = lines.sizes(chunk, LONGEST).incomplete_bytes().unwrap();
            assert_eq!(torn, expected, "{text:?} by {chunk}");
        }
    }
}
