//! Logging in: the startup message, the password in the way that the server wants, and what it says until it is ready.

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
    address::Address,
    error::{ConnectError, ServerError},
    message_stream::{Link, malformed},
    socket::Socket,
    tls,
    tls_negotiation::strange,
};

/// Which conversation a request to cancel is about.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Key {
    pub(super) process: i32,
    pub(super) secret: i32,
}

/// A session that was entered.
#[derive(Debug, Clone, Copy)]
pub(super) struct Session {
    pub(super) key: Key,
    /// Whether the server says nothing else about a setting than it was told: something in between may keep settings to itself.
    pub(super) has_settings: bool,
}

/// Logs in over a fresh socket, with these settings for the session.
pub(super) async fn log_in(
    link: &mut Link,
    address: &Address,
    settings: &[(&str, String)],
) -> Result<Session, ConnectError> {
    let mut login = Login {
        link,
        address,
        settings,
        has_settings: true,
        scram: None,
    };
    login
        .send_startup()
        .await
        .map_err(|error| strange(address, &error))?;
    let mut key = Key::default();
    loop {
        let message = login
            .next()
            .await
            .map_err(|error| strange(address, &error))?;
        match message {
            Said::Ready => {
                return Ok(Session {
                    key,
                    has_settings: login.has_settings,
                });
            }
            Said::Key(found) => key = found,
            Said::Refused(error) => return Err(refused(address, error)),
            Said::Wants(message) => login.answer(message).await?,
        }
    }
}

struct Login<'a> {
    link: &'a mut Link,
    address: &'a Address,
    settings: &'a [(&'a str, String)],
    has_settings: bool,
    scram: Option<ScramSha256>,
}

/// What the server says while one logs in.
enum Said {
    Ready,
    Key(Key),
    Refused(Box<ServerError>),
    Wants(Message),
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
        self.link.send(&message).await
    }

    async fn next(&mut self) -> io::Result<Said> {
        loop {
            match self.link.next().await? {
                b'S' => self.compare_setting().await?,
                // Notices: nothing depends on them.
                b'N' | b'v' => {}
                b'E' => return self.link.error().await.map(Said::Refused),
                b'Z' => return Ok(Said::Ready),
                b'K' => {
                    let process = self.link.take_i32().await?;
                    let secret = self.link.take_i32().await?;
                    return Ok(Said::Key(Key { process, secret }));
                }
                b'R' => return self.request().await.map(Said::Wants),
                _ => return Err(malformed()),
            }
        }
    }

    /// Notes where the server has another value than it was told.
    async fn compare_setting(&mut self) -> io::Result<()> {
        let said = String::from_utf8_lossy(self.link.whole().await?);
        let (name, value) = setting(&said).ok_or_else(malformed)?;
        let mut told = self.settings.iter();
        let told = told.find(|(told, _)| *told == name);
        self.has_settings &= told.is_none_or(|(_, told)| told == value);
        Ok(())
    }

    /// What the server wants to see, as the library reads it.
    async fn request(&mut self) -> io::Result<Message> {
        let body = self.link.whole().await?;
        let mut framed = BytesMut::with_capacity(body.len() + 5);
        framed.extend_from_slice(b"R");
        let length = u32::try_from(body.len() + 4).map_err(|_| malformed())?;
        framed.extend_from_slice(&length.to_be_bytes());
        framed.extend_from_slice(body);
        Message::parse(&mut framed)?.ok_or_else(malformed)
    }

    async fn answer(&mut self, wanted: Message) -> Result<(), ConnectError> {
        let mut out = BytesMut::new();
        let written = match wanted {
            Message::AuthenticationOk => return Ok(()),
            Message::AuthenticationCleartextPassword => self.clear_text(&mut out)?,
            Message::AuthenticationMd5Password(body) => {
                let user = self.address.user.as_bytes();
                let hash = md5_hash(user, self.password()?, body.salt());
                frontend::password_message(hash.as_bytes(), &mut out)
            }
            Message::AuthenticationSasl(body) => {
                let offered = body.mechanisms().map(|name| Ok(name.to_owned())).collect();
                let offered: Vec<String> = offered.map_err(|error| self.strange(&error))?;
                self.begin_scram(&offered, &mut out)?
            }
            Message::AuthenticationSaslContinue(body) => self.scram(|scram| {
                scram.update(body.data())?;
                frontend::sasl_response(scram.message(), &mut out)
            }),
            Message::AuthenticationSaslFinal(body) => {
                let proof = self.scram(|scram| scram.finish(body.data()));
                return proof.map_err(|error| self.strange(&error));
            }
            _ => return Err(self.wanted("a way of logging in that is not known here")),
        };
        written.map_err(|error| self.strange(&error))?;
        self.link
            .send(&out)
            .await
            .map_err(|error| self.strange(&error))
    }

    fn clear_text(&mut self, out: &mut BytesMut) -> Result<io::Result<()>, ConnectError> {
        if let Socket::Tcp(_) = self.link.socket() {
            return Err(self.wanted("the password in clear text over an unsecured connection"));
        }
        Ok(frontend::password_message(self.password()?, out))
    }

    fn begin_scram(
        &mut self,
        offered: &[String],
        out: &mut BytesMut,
    ) -> Result<io::Result<()>, ConnectError> {
        let has = |wanted: &str| offered.iter().any(|name| name == wanted);
        let end_point = match self.link.socket() {
            Socket::Tls(stream) => tls::end_point(stream),
            Socket::Tcp(_) | Socket::Unix(_) => None,
        };
        let (mechanism, binding) = match end_point {
            Some(mark) if has(SCRAM_SHA_256_PLUS) => (
                SCRAM_SHA_256_PLUS,
                ChannelBinding::tls_server_end_point(mark),
            ),
            Some(_) => (SCRAM_SHA_256, ChannelBinding::unrequested()),
            None => (SCRAM_SHA_256, ChannelBinding::unsupported()),
        };
        if !has(mechanism) {
            return Err(self.wanted("a way of logging in that is not known here"));
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
        password.ok_or_else(|| self.wanted("a password, and none is set"))
    }

    fn wanted(&self, wanted: &'static str) -> ConnectError {
        ConnectError::Login {
            place: self.address.place(),
            user: self.address.user.clone(),
            wanted,
        }
    }

    fn strange(&self, error: &io::Error) -> ConnectError {
        strange(self.address, error)
    }
}

/// A setting's name and its value, each with a zero after it.
fn setting(said: &str) -> Option<(&str, &str)> {
    let (name, rest) = said.split_once('\0')?;
    let (value, _) = rest.split_once('\0')?;
    Some((name, value))
}

fn refused(address: &Address, error: Box<ServerError>) -> ConnectError {
    let place = address.place();
    let (user, database) = (address.user.clone(), address.database.clone());
    match error.code.as_str() {
        "3D000" => ConnectError::NoDatabase {
            place,
            user,
            database,
        },
        "53300" => ConnectError::TooMany {
            place,
            user,
            database,
        },
        "57P01" | "57P02" | "57P03" => ConnectError::NotNow { place, error },
        _ => ConnectError::Refused {
            place,
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
    fn a_setting_may_be_empty_and_must_be_whole() {
        assert_eq!(
            setting("DateStyle\0ISO, YMD\0"),
            Some(("DateStyle", "ISO, YMD"))
        );
        assert_eq!(
            setting("application_name\0\0"),
            Some(("application_name", ""))
        );
        for said in ["", "name", "name\0", "name\0value"] {
            assert_eq!(setting(said), None, "{said:?}");
        }
    }
}
