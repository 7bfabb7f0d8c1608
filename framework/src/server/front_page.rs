//! [`FrontPage`]: the link to the page that people open in a browser.

use std::{fmt, net::SocketAddr, sync::Arc};

/// Makes the link to a server's page at `/`, which is printed when the server listens.
///
/// It is a state of the server. One that has a page and no such state prints the plain address.
#[derive(Clone)]
pub struct FrontPage(Arc<dyn Fn(SocketAddr) -> String + Send + Sync>);

impl FrontPage {
    /// Creates a page whose link is made from the address that the server listens at.
    ///
    /// ```
    /// use toolwright::{Server, transport::FrontPage};
    ///
    /// let link = FrontPage::new(|address| format!("http://{address}/?from=start"));
    /// let server = Server::new("demo").state(link);
    /// ```
    pub fn new(link: impl Fn(SocketAddr) -> String + Send + Sync + 'static) -> Self {
        Self(Arc::new(link))
    }

    /// Returns the link for a server that listens at `address`.
    pub(crate) fn link(&self, address: SocketAddr) -> String {
        (self.0)(address)
    }
}

impl Default for FrontPage {
    fn default() -> Self {
        Self(Arc::new(|address| format!("http://{address}/")))
    }
}

impl fmt::Debug for FrontPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrontPage").finish_non_exhaustive()
    }
}
