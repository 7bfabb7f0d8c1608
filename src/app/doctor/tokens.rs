//! The authorization server: does it publish its keys?

use std::time::Instant;

use super::report::Check;
use crate::admin::texts::health as texts;
use crate::{
    app::{access, duration::format_duration},
    config::OAuthSettings,
};

/// Fetches the keys that tokens are checked with.
pub(super) async fn check(settings: &OAuthSettings) -> Check {
    let check = Check::ok("tokens", texts::token_issuer(&settings.issuer))
        .fact(texts::token_audience(&settings.audience));
    let start = Instant::now();
    match access::oauth(settings).probe().await {
        Ok(count) => {
            let after = format_duration(start.elapsed());
            check.fact(match count {
                1 => texts::token_key(after),
                count => texts::token_keys(count, after),
            })
        }
        Err(error) => check.broken(texts::advice(
            error.to_string(),
            texts::check_token_issuer(),
        )),
    }
}
