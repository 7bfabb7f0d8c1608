//! Checks the URL of a request: scheme, credentials and IP address. Names are checked by the
//! resolver.

use url::{Host, Url};

use super::{address_policy::AddressPolicy, error::RequestRefused, tls};

/// Checks that a request may be sent to a URL.
pub(super) fn check(url: &Url, policy: AddressPolicy) -> Result<(), RequestRefused> {
    match url.scheme() {
        "http" => {}
        "https" => tls::check_processor()?,
        other => return Err(RequestRefused::Scheme(other.to_owned())),
    }
    if has_credentials(url) {
        return Err(RequestRefused::Credentials);
    }
    // The parser of the URL has already read decimal, octal and hexadecimal forms.
    let address = match url.host() {
        Some(Host::Ipv4(address)) => address.into(),
        Some(Host::Ipv6(address)) => address.into(),
        Some(Host::Domain(_)) => return Ok(()),
        None => return Err(RequestRefused::NoHost),
    };
    if policy.allows(address) {
        return Ok(());
    }
    Err(RequestRefused::private(url))
}

/// Whether a URL contains a user name or a password, which must not be shown with it.
pub fn has_credentials(url: &Url) -> bool {
    !url.username().is_empty() || url.password().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(url: &str) -> Option<String> {
        let url = Url::parse(url).unwrap();
        let refused = check(&url, AddressPolicy::PUBLIC).err()?;
        Some(refused.to_string())
    }

    #[test]
    fn a_private_address_is_refused_however_it_is_written() {
        for host in [
            "127.0.0.1",
            "127.1",
            "2130706433",
            "0x7f000001",
            "0x7f.1",
            "0177.0.0.1",
            "017700000001",
            "127.0.0.1.",
            "０x7f.1",
            "①②⑦.0.0.1",
            "%31%32%37.0.0.1",
            "[::1]",
            "[::ffff:7f00:1]",
            "[0:0:0:0:0:ffff:127.0.0.1]",
            "[64:ff9b::7f00:1]",
            "169.254.169.254",
            "[fd00:ec2::254]",
            "0",
            "0.0.0.0",
        ] {
            let message = refusal(&format!("http://{host}:81/x?y")).unwrap_or_default();
            assert!(
                message.ends_with("is a private address"),
                "{host}: {message:?}"
            );
        }
    }

    #[test]
    fn only_http_without_a_password_is_allowed() {
        for (url, message) in [
            (
                "ftp://example.com/a",
                "`ftp` is not a supported scheme: expected `http` or `https`",
            ),
            (
                "file:///etc/passwd",
                "`file` is not a supported scheme: expected `http` or `https`",
            ),
            (
                "gopher://example.com/",
                "`gopher` is not a supported scheme: expected `http` or `https`",
            ),
            (
                "http://user:password@example.com/",
                "a URL must not contain a user name or a password",
            ),
            (
                "https://user@example.com/",
                "a URL must not contain a user name or a password",
            ),
        ] {
            assert_eq!(refusal(url).as_deref(), Some(message), "{url}");
        }
        for url in ["http://example.com/", "https://93.184.215.14:8443/a?b#c"] {
            assert_eq!(refusal(url), None, "{url}");
        }
    }
}
