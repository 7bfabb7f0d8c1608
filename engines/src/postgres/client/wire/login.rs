//! Logging in: the startup message, authentication, and all messages until the server is ready.

use std::io;

use bytes::BytesMut;
use fallible_iterator::FallibleIterator as _;
use postgres_protocol::{
    authentication::{
        md5_hash,
        sasl::{ChannelBinding, SCRAM_SHA_256, SCRAM_SHA_256_PLUS, ScramSha256},
    },
    message::{backend::Message, frontend},
};

use super::{
    address::{Address, Tls},
    error::{ConnectError, ServerError},
    message_stream::{MessageStream, malformed},
    socket::Socket,
    tls,
    tls_negotiation::not_postgres,
};

/// Requests of a server that are not fulfilled.
const UNSUPPORTED: &str = "an authentication method that is not supported";
const CLEAR_TEXT: &str =
    "the password in clear text, which is sent only with `verify-full` or over a unix socket";
const COSTLY: &str = "a SCRAM proof of more than 1000000 rounds";

/// How many rounds of hashing a server may ask for. PostgreSQL's default is 4096.
const MAX_SCRAM_ROUNDS: u32 = 1_000_000;

/// Identifies the session in a request to cancel its query (`BackendKeyData`).
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct CancelKey {
    pub(super) process: i32,
    pub(super) secret: i32,
}

/// The session of a successful login.
#[derive(Debug, Clone, Copy)]
pub(super) struct Session {
    pub(super) key: CancelKey,
    /// Whether the server reported no other value for a setting than the one it was sent.
    ///
    /// It does if a pooler drops the settings of its clients.
    pub(super) has_settings: bool,
}

/// Logs in on a new connection, and sends these settings for the session.
pub(super) async fn log_in(
    stream: &mut MessageStream,
    address: &Address,
    settings: &[(&str, String)],
) -> Result<Session, ConnectError> {
    let mut login = Login {
        stream,
        address,
        settings,
        has_settings: true,
        scram: None,
    };
    login
        .send_startup()
        .await
        .map_err(|error| not_postgres(address, &error))?;
    let mut key = CancelKey::default();
    loop {
        let message = login
            .next()
            .await
            .map_err(|error| not_postgres(address, &error))?;
        match message {
            LoginMessage::Ready => {
                login.check_proof()?;
                return Ok(Session {
                    key,
                    has_settings: login.has_settings,
                });
            }
            LoginMessage::Key(found) => key = found,
            LoginMessage::Error(error) => return Err(rejected(address, error)),
            LoginMessage::Authentication(message) => login.authenticate(message).await?,
        }
    }
}

struct Login<'a> {
    stream: &'a mut MessageStream,
    address: &'a Address,
    settings: &'a [(&'a str, String)],
    has_settings: bool,
    /// The exchange in which the server has not yet proven that it knows the password.
    scram: Option<ScramSha256>,
}

/// A message of the server during login.
enum LoginMessage {
    Ready,
    Key(CancelKey),
    Error(Box<ServerError>),
    Authentication(Message),
}

impl Login<'_> {
    async fn send_startup(&mut self) -> io::Result<()> {
        let mut message = BytesMut::new();
        let own = [
            ("user", self.address.user.as_str()),
            ("database", self.address.database.as_str()),
        ];
        let settings = self.settings.iter();
        let settings = settings.map(|(name, value)| (*name, value.as_str()));
        frontend::startup_message(own.into_iter().chain(settings), &mut message)?;
        self.stream.send(&message).await
    }

    async fn next(&mut self) -> io::Result<LoginMessage> {
        loop {
            match self.stream.next().await? {
                b'S' => self.compare_setting().await?,
                // `NoticeResponse` and `NegotiateProtocolVersion`.
                b'N' | b'v' => {}
                b'E' => return self.stream.server_error().await.map(LoginMessage::Error),
                b'Z' => return Ok(LoginMessage::Ready),
                b'K' => {
                    let process = self.stream.take_i32().await?;
                    let secret = self.stream.take_i32().await?;
                    return Ok(LoginMessage::Key(CancelKey { process, secret }));
                }
                b'R' => {
                    return self
                        .authentication()
                        .await
                        .map(LoginMessage::Authentication);
                }
                _ => return Err(malformed()),
            }
        }
    }

    /// Notes whether the server has another value for a setting than the one it was sent.
    async fn compare_setting(&mut self) -> io::Result<()> {
        let body = String::from_utf8_lossy(self.stream.body().await?);
        let (name, value) = parse_setting(&body).ok_or_else(malformed)?;
        let mut sent = self.settings.iter();
        let sent = sent.find(|(sent, _)| *sent == name);
        self.has_settings &= sent.is_none_or(|(_, sent)| sent == value);
        Ok(())
    }

    /// Parses an authentication message with `postgres-protocol`, which needs the header too.
    async fn authentication(&mut self) -> io::Result<Message> {
        let body = self.stream.body().await?;
        let mut framed = BytesMut::with_capacity(body.len() + 5);
        framed.extend_from_slice(b"R");
        let length = u32::try_from(body.len() + 4).map_err(|_| malformed())?;
        framed.extend_from_slice(&length.to_be_bytes());
        framed.extend_from_slice(body);
        Message::parse(&mut framed)?.ok_or_else(malformed)
    }

    async fn authenticate(&mut self, request: Message) -> Result<(), ConnectError> {
        let mut out = BytesMut::new();
        let written = match request {
            Message::AuthenticationOk => return Ok(()),
            Message::AuthenticationCleartextPassword => self.clear_text(&mut out)?,
            Message::AuthenticationMd5Password(body) => {
                let user = self.address.user.as_bytes();
                let hash = md5_hash(user, self.password()?, body.salt());
                frontend::password_message(hash.as_bytes(), &mut out)
            }
            Message::AuthenticationSasl(body) => {
                let offered = body.mechanisms().map(|name| Ok(name.to_owned())).collect();
                let offered: Vec<String> = offered.map_err(|error| self.not_postgres(&error))?;
                self.begin_scram(&offered, &mut out)?
            }
            Message::AuthenticationSaslContinue(body) => {
                if scram_rounds(body.data()) > MAX_SCRAM_ROUNDS {
                    return Err(self.cannot_send(COSTLY));
                }
                self.scram(|scram| {
                    scram.update(body.data())?;
                    frontend::sasl_response(scram.message(), &mut out)
                })
            }
            Message::AuthenticationSaslFinal(body) => {
                let proof = self.scram(|scram| scram.finish(body.data()));
                proof.map_err(|error| self.not_postgres(&error))?;
                self.scram = None;
                return Ok(());
            }
            _ => return Err(self.cannot_send(UNSUPPORTED)),
        };
        written.map_err(|error| self.not_postgres(&error))?;
        self.stream
            .send(&out)
            .await
            .map_err(|error| self.not_postgres(&error))
    }

    /// Sends the password itself, if it is certain who receives it.
    ///
    /// With `prefer` and `require` any certificate is accepted, also that of an impostor.
    fn clear_text(&mut self, out: &mut BytesMut) -> Result<io::Result<()>, ConnectError> {
        let is_known = match self.stream.socket() {
            Socket::Unix(_) => true,
            Socket::Tls(_) => matches!(self.address.tls, Tls::VerifyFull { .. }),
            Socket::Tcp(_) => false,
        };
        if !is_known {
            return Err(self.cannot_send(CLEAR_TEXT));
        }
        Ok(frontend::password_message(self.password()?, out))
    }

    /// Refuses a server that accepts the login without having proven that it knows the password.
    fn check_proof(&self) -> Result<(), ConnectError> {
        match &self.scram {
            Some(_) => Err(ConnectError::NotPostgres {
                location: self.address.location(),
                problem: "it did not prove that it knows the password".into(),
            }),
            None => Ok(()),
        }
    }

    fn begin_scram(
        &mut self,
        offered: &[String],
        out: &mut BytesMut,
    ) -> Result<io::Result<()>, ConnectError> {
        let has = |wanted: &str| offered.iter().any(|name| name == wanted);
        let end_point = match self.stream.socket() {
            Socket::Tls(stream) => tls::tls_end_point(stream.get_ref().1),
            Socket::Tcp(_) | Socket::Unix(_) => None,
        };
        let (mechanism, binding) = match end_point {
            Some(hash) if has(SCRAM_SHA_256_PLUS) => (
                SCRAM_SHA_256_PLUS,
                ChannelBinding::tls_server_end_point(hash),
            ),
            Some(_) => (SCRAM_SHA_256, ChannelBinding::unrequested()),
            None => (SCRAM_SHA_256, ChannelBinding::unsupported()),
        };
        if !has(mechanism) {
            return Err(self.cannot_send(UNSUPPORTED));
        }
        let scram = ScramSha256::new(self.password()?, binding);
        let written = frontend::sasl_initial_response(mechanism, scram.message(), out);
        self.scram = Some(scram);
        Ok(written)
    }

    fn scram(&mut self, step: impl FnOnce(&mut ScramSha256) -> io::Result<()>) -> io::Result<()> {
        self.scram.as_mut().map_or_else(|| Err(malformed()), step)
    }

    fn password(&self) -> Result<&[u8], ConnectError> {
        let password = self.address.password.as_ref();
        let password = password.map(|password| password.expose().as_bytes());
        password.ok_or_else(|| self.cannot_send("a password, but none is set"))
    }

    fn cannot_send(&self, wanted: &'static str) -> ConnectError {
        ConnectError::Login {
            location: self.address.location(),
            user: self.address.user.clone(),
            wanted,
        }
    }

    fn not_postgres(&self, error: &io::Error) -> ConnectError {
        not_postgres(self.address, error)
    }
}

/// Parses the body of a `ParameterStatus` message: a name and a value, each terminated by zero.
fn parse_setting(body: &str) -> Option<(&str, &str)> {
    let (name, rest) = body.split_once('\0')?;
    let (value, _) = rest.split_once('\0')?;
    Some((name, value))
}

/// Returns how many rounds of hashing a server's first SCRAM message asks for.
///
/// The message is `r=…,s=…,i=4096`. What cannot be read is left to the exchange to refuse.
fn scram_rounds(message: &[u8]) -> u32 {
    let mut fields = message.split(|byte| *byte == b',');
    let rounds = fields.find_map(|field| field.strip_prefix(b"i="));
    let rounds = rounds.and_then(|digits| str::from_utf8(digits).ok());
    rounds.map_or(0, |digits| digits.parse().unwrap_or(u32::MAX))
}

fn rejected(address: &Address, error: Box<ServerError>) -> ConnectError {
    let location = address.location();
    let (user, database) = (address.user.clone(), address.database.clone());
    match error.code.as_str() {
        "3D000" => ConnectError::NoDatabase {
            location,
            user,
            database,
        },
        "53300" => ConnectError::TooManyConnections {
            location,
            user,
            database,
        },
        "57P01" | "57P02" | "57P03" => ConnectError::NotNow { location, error },
        _ => ConnectError::Rejected {
            location,
            user,
            database,
            error,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_may_be_empty_but_not_truncated() {
        assert_eq!(
            parse_setting("DateStyle\0ISO, YMD\0"),
            Some(("DateStyle", "ISO, YMD"))
        );
        assert_eq!(
            parse_setting("application_name\0\0"),
            Some(("application_name", ""))
        );
        for body in ["", "name", "name\0", "name\0value"] {
            assert_eq!(parse_setting(body), None, "{body:?}");
        }
    }

    #[test]
    fn the_rounds_of_scram_are_in_the_third_field() {
        assert_eq!(scram_rounds(b"r=abc,s=QSXCR+Q6sek8bf92,i=4096"), 4096);
        assert_eq!(scram_rounds(b"r=abc,s=QSXCR,i=99999999999"), u32::MAX);
        assert_eq!(scram_rounds(b"r=abc,s=QSXCR"), 0);
    }
}
