//! The authorization server: does it publish its keys?

use std::time::Instant;

use super::report::Check;
use crate::{
    app::{access, duration::format_duration},
    config::OAuthSettings,
};

/// Fetches the keys that tokens are checked with.
pub(super) async fn check(settings: &OAuthSettings) -> Check {
    let check = Check::ok("tokens", format!("of {}", settings.issuer))
        .fact(format!("audience `{}`", settings.audience));
    let start = Instant::now();
    match access::oauth(settings).probe().await {
        Ok(count) => {
            let keys = if count == 1 { "key" } else { "keys" };
            check.fact(format!(
                "{count} {keys} after {}",
                format_duration(start.elapsed())
            ))
        }
        Err(error) => check.broken(format!(
            "{error}: check `TOOLWRIGHT_OAUTH_ISSUER`, and that the server runs"
        )),
    }
}
