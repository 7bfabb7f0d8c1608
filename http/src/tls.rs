//! TLS: rustls with the cryptography of graviola, which needs no C compiler and runs on x86-64 and
//! 64-bit ARM.
//!
//! Certificates are checked against the roots of the system, or against those of Mozilla if the
//! system has none, as in a minimal container.

use std::sync::Arc;

use rustls::{ClientConfig, crypto::CryptoProvider};
use rustls_platform_verifier::Verifier;
use webpki_root_certs::TLS_SERVER_ROOT_CERTS;

use super::error::{HttpError, RequestRefused};

/// Returns the TLS configuration of clients.
pub(super) fn config() -> Result<ClientConfig, HttpError> {
    let provider = Arc::new(rustls_graviola::default_provider());
    let broken = |error: rustls::Error| HttpError::NoClient(error.to_string());
    let verifier = verifier(&provider).map_err(broken)?;
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(broken)?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth();
    Ok(config)
}

/// Returns the verifier of certificates.
pub fn verifier(provider: &Arc<CryptoProvider>) -> Result<Verifier, rustls::Error> {
    Verifier::new(Arc::clone(provider)).or_else(|_| {
        let mozilla = TLS_SERVER_ROOT_CERTS.iter().cloned();
        Verifier::new_with_extra_roots(mozilla, Arc::clone(provider))
    })
}

/// Checks that the processor has what the cryptography needs; it would panic without.
pub(super) fn check_processor() -> Result<(), RequestRefused> {
    match missing() {
        Some(feature) => Err(RequestRefused::Processor(feature)),
        None => Ok(()),
    }
}

macro_rules! first_missing {
    ($detected:ident: $($feature:tt)*) => {{
        $(if !std::arch::$detected!($feature) {
            return Some($feature);
        })*
        None
    }};
}

/// Returns a feature that the cryptography needs and this processor lacks.
#[cfg(target_arch = "x86_64")]
pub fn missing() -> Option<&'static str> {
    first_missing!(is_x86_feature_detected: "aes" "pclmulqdq" "bmi1" "bmi2" "adx" "avx" "avx2")
}

/// Returns a feature that the cryptography needs and this processor lacks.
#[cfg(target_arch = "aarch64")]
pub fn missing() -> Option<&'static str> {
    first_missing!(is_aarch64_feature_detected: "neon" "aes" "pmull" "sha2")
}
