//! The tokens of a statement, as PostgreSQL's own scanner (`scan.l`) would produce them.
//!
//! The parser has a scanner too. This one is a second opinion: names are checked and the depth is
//! measured on its tokens, and a statement that the two scan differently is refused. It handles
//! what is easily missed: nested comments, tags of dollar quotes, and that an `E'…'` string that
//! continues on the next line still has escapes there.

/// The kind of a token, as far as the check needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// White space.
    Space,
    /// A comment, `--` or `/* */`.
    Comment,
    /// A keyword or an unquoted name.
    Word,
    /// A name in double quotes.
    Quoted,
    /// A name in double quotes with Unicode escapes: `U&"…"`.
    UnicodeQuoted,
    /// A string literal of any form.
    Text,
    /// A number.
    Number,
    /// A parameter, such as `$1`.
    Parameter,
    /// A bracket, a comma, or one character of an operator.
    Mark,
}

/// A token of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) kind: TokenKind,
    /// The offset in bytes.
    pub(super) start: usize,
    pub(super) text: &'a str,
}

impl Token<'_> {
    /// Returns whether it is neither white space nor a comment.
    pub(super) fn is_significant(&self) -> bool {
        !matches!(self.kind, TokenKind::Space | TokenKind::Comment)
    }

    /// Returns whether it is this keyword.
    pub(super) fn is_word(&self, word: &str) -> bool {
        self.kind == TokenKind::Word && self.text.eq_ignore_ascii_case(word)
    }

    /// Returns whether it is this mark.
    pub(super) fn is_mark(&self, mark: &str) -> bool {
        self.kind == TokenKind::Mark && self.text == mark
    }
}

/// A literal, a name or a comment that is not terminated.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unterminated {
    /// PostgreSQL's message.
    pub(super) message: &'static str,
    pub(super) start: usize,
}

/// Splits a statement into tokens. Concatenated, they are the whole statement.
pub(super) fn scan(sql: &str) -> Result<Vec<Token<'_>>, Unterminated> {
    let mut scanner = Scanner {
        sql,
        at: 0,
        continuation: Continuation::None,
    };
    let mut tokens = Vec::with_capacity(sql.len() / 4);
    while scanner.at < sql.len() {
        tokens.push(scanner.token()?);
    }
    Ok(tokens)
}

/// Whether a quote would continue an `E'…'` string. It does after a line break.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Continuation {
    None,
    SameLine,
    NextLine,
}

struct Scanner<'a> {
    sql: &'a str,
    at: usize,
    continuation: Continuation,
}

impl<'a> Scanner<'a> {
    fn token(&mut self) -> Result<Token<'a>, Unterminated> {
        let start = self.at;
        let escapes = self.continuation == Continuation::NextLine;
        let kind = match (self.peek(0), self.peek(1)) {
            (byte, _) if is_space(byte) => self.while_bytes(is_space, TokenKind::Space),
            (b'-', b'-') => self.while_bytes(|byte| !is_line_end(byte), TokenKind::Comment),
            (b'/', b'*') => self.block_comment()?,
            (b'\'', _) => self.text(0, escapes)?,
            (b'e' | b'E', b'\'') => self.text(1, true)?,
            (b'b' | b'B' | b'x' | b'X' | b'n' | b'N', b'\'') => self.text(1, false)?,
            (b'u' | b'U', b'&') if self.peek(2) == b'\'' => self.text(2, false)?,
            (b'u' | b'U', b'&') if self.peek(2) == b'"' => {
                self.quoted(2, TokenKind::UnicodeQuoted)?
            }
            (b'"', _) => self.quoted(0, TokenKind::Quoted)?,
            (byte, _) if is_word_start(byte) => self.while_bytes(is_word_part, TokenKind::Word),
            (b'$', _) => self.dollar()?,
            (b'0'..=b'9', _) | (b'.', b'0'..=b'9') => self.number(),
            (b'.', b'.') => self.mark(2),
            _ => self.mark(1),
        };
        let token = Token {
            kind,
            start,
            text: &self.sql[start..self.at],
        };
        self.note(&token, escapes);
        Ok(token)
    }

    /// Notes whether an `E'…'` string could continue.
    fn note(&mut self, token: &Token<'_>, escapes: bool) {
        self.continuation = match token.kind {
            TokenKind::Text if escapes || token.text.starts_with(['e', 'E']) => {
                Continuation::SameLine
            }
            TokenKind::Space if self.continuation == Continuation::SameLine => {
                if token.text.bytes().any(is_line_end) {
                    Continuation::NextLine
                } else {
                    Continuation::SameLine
                }
            }
            TokenKind::Space => self.continuation,
            TokenKind::Comment if token.text.starts_with("--") => self.continuation,
            _ => Continuation::None,
        };
    }

    /// Returns a byte ahead, or 0 at the end. A statement contains no zero byte.
    fn peek(&self, ahead: usize) -> u8 {
        let byte = self.sql.as_bytes().get(self.at + ahead);
        byte.copied().unwrap_or_default()
    }

    fn rest(&self) -> &'a [u8] {
        &self.sql.as_bytes()[self.at..]
    }

    fn while_bytes(&mut self, belongs: fn(u8) -> bool, kind: TokenKind) -> TokenKind {
        let length = self.rest().iter().position(|byte| !belongs(*byte));
        self.at += length.unwrap_or(self.rest().len());
        kind
    }

    fn mark(&mut self, length: usize) -> TokenKind {
        self.at += length;
        TokenKind::Mark
    }

    fn block_comment(&mut self) -> Result<TokenKind, Unterminated> {
        let start = self.at;
        let mut depth = 0_usize;
        while self.at < self.sql.len() {
            match (self.peek(0), self.peek(1)) {
                (b'/', b'*') => {
                    depth += 1;
                    self.at += 2;
                }
                (b'*', b'/') => {
                    depth -= 1;
                    self.at += 2;
                    if depth == 0 {
                        return Ok(TokenKind::Comment);
                    }
                }
                _ => self.at += 1,
            }
        }
        Err(Unterminated {
            message: "unterminated /* comment",
            start,
        })
    }

    /// Scans a string in single quotes, after a prefix of so many bytes.
    fn text(&mut self, prefix: usize, escapes: bool) -> Result<TokenKind, Unterminated> {
        let start = self.at;
        self.at += prefix + 1;
        while self.at < self.sql.len() {
            match (self.peek(0), self.peek(1)) {
                (b'\\', _) if escapes => self.at += 2,
                (b'\'', b'\'') => self.at += 2,
                (b'\'', _) => {
                    self.at += 1;
                    return Ok(TokenKind::Text);
                }
                _ => self.at += 1,
            }
        }
        Err(Unterminated {
            message: "unterminated quoted string",
            start,
        })
    }

    /// Scans a name in double quotes, after a prefix of so many bytes.
    fn quoted(&mut self, prefix: usize, kind: TokenKind) -> Result<TokenKind, Unterminated> {
        let start = self.at;
        self.at += prefix + 1;
        while self.at < self.sql.len() {
            match (self.peek(0), self.peek(1)) {
                (b'"', b'"') => self.at += 2,
                (b'"', _) => {
                    self.at += 1;
                    return Ok(kind);
                }
                _ => self.at += 1,
            }
        }
        Err(Unterminated {
            message: "unterminated quoted identifier",
            start,
        })
    }

    /// Scans a string in dollar quotes, or a parameter.
    fn dollar(&mut self) -> Result<TokenKind, Unterminated> {
        let start = self.at;
        let Some(tag) = dollar_tag(&self.sql[start..]) else {
            self.at += 1;
            self.while_bytes(|byte| byte.is_ascii_digit(), TokenKind::Parameter);
            self.junk();
            return Ok(TokenKind::Parameter);
        };
        let body = start + tag.len();
        let Some(length) = self.sql[body..].find(tag) else {
            return Err(Unterminated {
                message: "unterminated dollar-quoted string",
                start,
            });
        };
        self.at = body + length + tag.len();
        Ok(TokenKind::Text)
    }

    fn number(&mut self) -> TokenKind {
        self.digits();
        if self.peek(0) == b'.' && self.peek(1) != b'.' {
            self.at += 1;
            self.digits();
        }
        if matches!(self.peek(0), b'e' | b'E') {
            let is_signed = matches!(self.peek(1), b'+' | b'-') && self.peek(2).is_ascii_digit();
            self.at += 1 + usize::from(is_signed);
            self.digits();
        }
        self.junk();
        TokenKind::Number
    }

    fn digits(&mut self) {
        while self.peek(0).is_ascii_digit()
            || (self.peek(0) == b'_' && self.peek(1).is_ascii_digit())
        {
            self.at += 1;
        }
    }

    /// Scans letters right after a number, such as `x1F` in `0x1F`. PostgreSQL rejects most of
    /// them.
    fn junk(&mut self) {
        if is_word_start(self.peek(0)) {
            self.while_bytes(is_word_part, TokenKind::Word);
        }
    }
}

/// Returns the `$tag$` that the text starts with.
fn dollar_tag(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('$')?;
    let length = inner.bytes().position(|byte| byte == b'$')?;
    let tag = &inner.as_bytes()[..length];
    let is_tag = tag.first().is_none_or(|byte| is_word_start(*byte))
        && tag.iter().all(|byte| is_word_part(*byte));
    is_tag.then(|| &text[..length + 2])
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Characters beyond ASCII count as letters.
fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || !byte.is_ascii()
}

fn is_word_part(byte: u8) -> bool {
    is_word_start(byte) || byte.is_ascii_digit() || byte == b'$'
}
