//! The addresses at which this process listens, so that nothing in it calls itself by mistake.

use std::{
    net::{IpAddr, SocketAddr, UdpSocket},
    sync::Mutex,
};

use super::lock::lock;

static LISTENERS: Mutex<Vec<SocketAddr>> = Mutex::new(Vec::new());

/// An address at which this process listens, until it is dropped.
#[derive(Debug)]
pub struct OwnListener(SocketAddr);

impl OwnListener {
    /// Notes that this process listens at `address`.
    #[must_use]
    pub fn new(address: SocketAddr) -> Self {
        lock(&LISTENERS).push(address);
        Self(address)
    }

    /// Returns whether this process listens at some address with this port.
    pub fn has_port(port: u16) -> bool {
        lock(&LISTENERS).iter().any(|own| own.port() == port)
    }

    /// Returns whether a connection to `address` would reach this process.
    pub fn is_at(address: SocketAddr) -> bool {
        let ip = address.ip().to_canonical();
        lock(&LISTENERS).iter().any(|own| {
            let own_ip = own.ip().to_canonical();
            own.port() == address.port()
                && (own_ip == ip || ip.is_unspecified() || own_ip.is_unspecified() && is_local(ip))
        })
    }
}

impl Drop for OwnListener {
    fn drop(&mut self) {
        let mut listeners = lock(&LISTENERS);
        if let Some(at) = listeners.iter().position(|own| *own == self.0) {
            listeners.swap_remove(at);
        }
    }
}

/// Returns whether an address is one of this machine: only those can be bound.
fn is_local(ip: IpAddr) -> bool {
    ip.is_loopback() || UdpSocket::bind((ip, 0)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_own_while_its_listener_lives() {
        let at = |text: &str| OwnListener::is_at(text.parse().unwrap());
        let one = OwnListener::new("127.0.0.1:9001".parse().unwrap());
        let all = OwnListener::new("0.0.0.0:9002".parse().unwrap());
        assert!(at("127.0.0.1:9001") && at("[::ffff:127.0.0.1]:9001") && at("0.0.0.0:9001"));
        assert!(!at("127.0.0.1:9003") && !at("192.0.2.1:9001") && !at("192.0.2.1:9002"));
        assert!(at("127.0.0.7:9002"));
        assert!(OwnListener::has_port(9001) && !OwnListener::has_port(9003));
        drop((one, all));
        assert!(!at("127.0.0.1:9001"));
    }
}
