//! The cost of a regular expression, read from its text.

use std::{iter::Peekable, str::Chars};

/// The most steps back of a pattern with a look-around or a back-reference, in one text.
#[cfg(feature = "governance")]
pub(super) const BACKTRACK_LIMIT: usize = 10_000;

/// The bytes that the engine reads in the time of one step, for each part of a pattern.
///
/// Most patterns take less: those that the engine turns into an automaton read a byte in a
/// nanosecond, whatever their size.
#[cfg(feature = "governance")]
const BYTES_PER_STEP: u64 = 64;

/// The sizes of the parts of a pattern, beside 1 for each letter, escape and class.
#[derive(Debug, Clone, Copy)]
struct PartSizes {
    /// A class of Unicode, such as `\p{L}`.
    unicode: u64,
    /// Any character but some, such as `.` and `\W`.
    most_characters: u64,
    /// Each character that a class lists.
    listed: u64,
}

/// The sizes for the time in which a text is matched.
const MATCHED: PartSizes = PartSizes {
    unicode: 20,
    most_characters: 1,
    listed: 0,
};

/// The sizes for the compiled pattern: one stands for about 50 bytes.
#[cfg(feature = "governance")]
const COMPILED: PartSizes = PartSizes {
    unicode: 1_000,
    most_characters: 8,
    listed: 1,
};

/// The cost of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PatternCost {
    /// Its parts, with counted repetitions multiplied.
    pub(super) weight: u64,
    /// Whether it needs an engine that goes back, since it has a look-around or a back-reference.
    #[cfg(feature = "governance")]
    pub(super) backtracks: bool,
    /// The bytes that are read to compile it, each as often as it is read.
    #[cfg(feature = "governance")]
    pub(super) compiling: u64,
    /// The size of the compiled pattern: one stands for about 50 bytes.
    #[cfg(feature = "governance")]
    pub(super) size: u64,
}

#[cfg(feature = "governance")]
impl PatternCost {
    /// Returns the steps for a text of `bytes`.
    pub(super) fn steps(self, bytes: usize) -> u64 {
        let reading = self.weight.saturating_mul(bytes as u64) / BYTES_PER_STEP;
        (1 + reading).saturating_add(self.steps_back(bytes))
    }

    /// Returns the most steps back in a text of `bytes`.
    pub(super) fn steps_back(self, bytes: usize) -> u64 {
        match self.backtracks {
            true => (1 + bytes as u64 / BYTES_PER_STEP).saturating_mul(BACKTRACK_LIMIT as u64),
            false => 0,
        }
    }

    /// Returns the most steps for each byte of a text, if the pattern does not go back.
    pub(super) fn per_byte(self) -> u64 {
        1 + self.weight / BYTES_PER_STEP
    }
}

/// Returns the cost of a pattern.
pub(super) fn pattern_cost(pattern: &str) -> PatternCost {
    PatternCost {
        weight: size(pattern, MATCHED),
        #[cfg(feature = "governance")]
        backtracks: backtracks(pattern),
        #[cfg(feature = "governance")]
        compiling: compiling(pattern),
        #[cfg(feature = "governance")]
        size: size(pattern, COMPILED),
    }
}

fn size(pattern: &str, sizes: PartSizes) -> u64 {
    let mut parts = Parts {
        rest: pattern.chars().peekable(),
        sizes,
    };
    parts.alternatives(0)
}

/// Returns the bytes that the library that validates reads to compile a pattern.
///
/// It replaces one shorthand such as `\d` after the other by what it means in ECMAScript, and reads
/// all of the pattern again after each.
#[cfg(feature = "governance")]
fn compiling(pattern: &str) -> u64 {
    let (mut readings, mut added) = (1_u64, 0_u64);
    let mut rest = pattern.chars();
    while let Some(next) = rest.next() {
        if next == '\\' {
            let longer = match rest.next() {
                Some('d' | 'D' | 'w' | 'W') => 12,
                Some('s' | 'S') => 110,
                Some('c') => 0,
                _ => continue,
            };
            readings += 1;
            added += longer;
        }
    }
    // It grows from reading to reading, so half of what is added counts.
    (pattern.len() as u64 + added / 2).saturating_mul(readings)
}

/// Whether a pattern may have a construct that the linear engine does not know. A few patterns
/// without any are taken for one, such as an escaped `+` that is repeated.
#[cfg(feature = "governance")]
fn backtracks(pattern: &str) -> bool {
    const CONSTRUCTS: [&str; 13] = [
        "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?(", "\\k", "\\K", "\\G", "*+", "++", "?+", "}+",
    ];
    let has_reference = || {
        let pairs = pattern.as_bytes().windows(2);
        pairs
            .into_iter()
            .any(|pair| pair[0] == b'\\' && (b'1'..=b'9').contains(&pair[1]))
    };
    CONSTRUCTS
        .iter()
        .any(|construct| pattern.contains(construct))
        || has_reference()
}

/// Deeper groups and classes count as one part: the engine refuses them.
const MAX_GROUPS: u32 = 200;

/// Counts the parts while it reads the pattern.
struct Parts<'p> {
    rest: Peekable<Chars<'p>>,
    sizes: PartSizes,
}

impl Parts<'_> {
    /// Reads to the end of the group, and returns its parts.
    fn alternatives(&mut self, depth: u32) -> u64 {
        let mut sum: u64 = 1;
        while let Some(next) = self.rest.next() {
            let atom = match next {
                ')' if depth > 0 => return sum,
                '(' if depth < MAX_GROUPS => self.alternatives(depth + 1),
                '[' => self.class(depth),
                '\\' => self.escape(),
                '.' => self.sizes.most_characters,
                _ => 1,
            };
            let repeated = atom.saturating_mul(self.repetitions());
            sum = sum.saturating_add(repeated);
        }
        sum
    }

    /// Reads `{2,5}`, also several of them, and returns the product of the upper limits.
    fn repetitions(&mut self) -> u64 {
        let mut product: u64 = 1;
        while self.rest.next_if_eq(&'{').is_some() {
            let (mut most, mut number) = (0_u64, 0_u64);
            for next in self.rest.by_ref() {
                match next.to_digit(10) {
                    Some(digit) => number = number.saturating_mul(10).saturating_add(digit.into()),
                    None if next == '}' => break,
                    None => (most, number) = (most.max(number), 0),
                }
            }
            product = product.saturating_mul(most.max(number).max(1));
        }
        product
    }

    fn class(&mut self, depth: u32) -> u64 {
        let mut sum = match self.rest.next_if_eq(&'^') {
            Some(_) => self.sizes.most_characters,
            None => 1,
        };
        self.rest.next_if_eq(&']');
        while let Some(next) = self.rest.next() {
            match next {
                ']' => break,
                '\\' => sum += self.escape(),
                '[' if depth < MAX_GROUPS => sum += self.class(depth + 1),
                _ => sum += self.sizes.listed,
            }
        }
        sum
    }

    fn escape(&mut self) -> u64 {
        match self.rest.next() {
            Some('p' | 'P') => {
                if self.rest.next_if_eq(&'{').is_some() {
                    self.rest.by_ref().find(|next| *next == '}');
                }
                self.sizes.unicode
            }
            Some('D' | 'S' | 'W') => self.sizes.most_characters,
            _ => 1,
        }
    }
}
