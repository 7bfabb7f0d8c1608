//! The TLS handshake, and the hash of the server's certificate for channel binding.
//!
//! [`tls_config`] and [`tls_end_point`] are also for clients with another driver.

use std::{
    io,
    path::Path,
    sync::{Arc, Mutex},
};

use rustls::{
    CertificateError, ClientConfig, ClientConnection, DigitallySignedStruct, RootCertStore,
    SignatureScheme,
    client::{
        WebPkiServerVerifier,
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    },
    crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature},
    pki_types::{CertificateDer, ServerName, UnixTime, pem::PemObject as _},
};
use sha2::{Digest as _, Sha256, Sha384, Sha512};
use tokio::net::TcpStream;
use tokio_rustls::{TlsConnector, client::TlsStream};
use toolwright_base::lock;
use toolwright_http::tls as shared;

use super::address::Tls;

/// Performs the handshake, after the server agreed to it.
pub(super) async fn handshake(
    socket: TcpStream,
    host: &str,
    tls: &Tls,
) -> io::Result<TlsStream<TcpStream>> {
    let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
    let config = tls_config(tls)?;
    TlsConnector::from(config).connect(name, socket).await
}

/// Returns the configuration of TLS, which is created once for each mode.
///
/// Loading the system's certificates takes time, and a shared configuration resumes TLS sessions.
///
/// # Errors
/// If the authorities cannot be read, or the processor lacks an instruction that TLS needs.
pub fn tls_config(tls: &Tls) -> io::Result<Arc<ClientConfig>> {
    if let Some(feature) = shared::missing() {
        let message = format!("TLS needs a processor with `{feature}`");
        return Err(io::Error::other(message));
    }
    config(tls).map_err(io::Error::other)
}

fn config(tls: &Tls) -> Result<Arc<ClientConfig>, rustls::Error> {
    static CACHE: Mutex<Vec<(Tls, Arc<ClientConfig>)>> = Mutex::new(Vec::new());
    let mut cache = lock(&CACHE);
    if let Some((_, config)) = cache.iter().find(|(known, _)| known == tls) {
        return Ok(Arc::clone(config));
    }
    let config = Arc::new(new_config(tls)?);
    cache.push((tls.clone(), Arc::clone(&config)));
    Ok(config)
}

fn new_config(tls: &Tls) -> Result<ClientConfig, rustls::Error> {
    let provider = Arc::new(rustls_graviola::default_provider());
    let verifier: Arc<dyn ServerCertVerifier> = match tls {
        Tls::VerifyFull { authority: None } => Arc::new(shared::verifier(&provider)?),
        Tls::VerifyFull {
            authority: Some(file),
        } => signed_by(file, &provider)?,
        Tls::Off | Tls::Prefer | Tls::Require => Arc::new(AnyCertificate(Arc::clone(&provider))),
    };
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .dangerous()
        .with_custom_certificate_verifier(verifier)
        .with_no_client_auth();
    Ok(config)
}

/// Creates a verifier that trusts the authorities in a file, and no others.
fn signed_by(
    file: &Path,
    provider: &Arc<CryptoProvider>,
) -> Result<Arc<dyn ServerCertVerifier>, rustls::Error> {
    let broken = |error: String| {
        rustls::Error::General(format!("the authority in `{}`: {error}", file.display()))
    };
    let mut roots = RootCertStore::empty();
    for certificate in
        CertificateDer::pem_file_iter(file).map_err(|error| broken(error.to_string()))?
    {
        roots.add(certificate.map_err(|error| broken(error.to_string()))?)?;
    }
    let verifier =
        WebPkiServerVerifier::builder_with_provider(Arc::new(roots), Arc::clone(provider))
            .build()
            .map_err(|error| broken(error.to_string()))?;
    Ok(verifier)
}

/// Accepts any certificate, as `sslmode=require` does. The server must still prove to own its key.
#[derive(Debug)]
struct AnyCertificate(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _name: &ServerName<'_>,
        _ocsp: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        if certificate.is_empty() {
            return Err(CertificateError::BadEncoding.into());
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let known = &self.0.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signed, known)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let known = &self.0.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, known)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

/// Returns the `tls-server-end-point` of RFC 5929: the hash of the certificate.
///
/// With it, SCRAM proves that there is no man in the middle.
pub fn tls_end_point(session: &ClientConnection) -> Option<Vec<u8>> {
    let certificate = session.peer_certificates()?.first()?;
    let hash = match signature_algorithm(certificate)? {
        // RSA and ECDSA with SHA-256; the RFC requires SHA-256 for MD5 and SHA-1 too.
        [42, 134, 72, 134, 247, 13, 1, 1, 4 | 5 | 11] | [42, 134, 72, 206, 61, 4, 1 | 3, 2] => {
            Sha256::digest(certificate).to_vec()
        }
        [42, 134, 72, 206, 61, 4, 1] => Sha256::digest(certificate).to_vec(),
        [42, 134, 72, 134, 247, 13, 1, 1, 12] | [42, 134, 72, 206, 61, 4, 3, 3] => {
            Sha384::digest(certificate).to_vec()
        }
        [42, 134, 72, 134, 247, 13, 1, 1, 13] | [42, 134, 72, 206, 61, 4, 3, 4] => {
            Sha512::digest(certificate).to_vec()
        }
        _ => return None,
    };
    Some(hash)
}

/// Returns the OID of the algorithm that a certificate is signed with.
///
/// It is in the element after the signed part.
fn signature_algorithm(certificate: &[u8]) -> Option<&[u8]> {
    let (contents, _) = element(certificate)?;
    let (_, after_signed) = element(contents)?;
    let (algorithm, _) = element(after_signed)?;
    let (identifier, _) = element(algorithm)?;
    Some(identifier)
}

/// Splits the bytes into the contents of the first DER element and the rest.
fn element(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (&first, rest) = bytes.get(1..)?.split_first()?;
    let (length, rest) = match first {
        0..=127 => (usize::from(first), rest),
        0x81..=0x84 => {
            let (digits, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
            let length = digits
                .iter()
                .fold(0, |length, digit| length << 8 | usize::from(*digit));
            (length, rest)
        }
        _ => return None,
    };
    rest.split_at_checked(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_algorithm_follows_the_signed_part() {
        let signed = [0x30, 0x81, 0x01, 0x00];
        let algorithm = [0x30, 0x05, 0x06, 0x03, 42, 134, 72];
        let mut certificate = vec![0x30, 0x82, 0x00, 11];
        certificate.extend(signed);
        certificate.extend(algorithm);
        assert_eq!(signature_algorithm(&certificate), Some(&[42, 134, 72][..]));
        for end in 0..certificate.len() {
            assert_eq!(signature_algorithm(&certificate[..end]), None, "{end}");
        }
        assert_eq!(signature_algorithm(&[0x30, 0x80, 1, 2]), None);
    }
}
