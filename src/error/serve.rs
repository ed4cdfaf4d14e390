//! The preview could not start.

use std::net::SocketAddr;
use std::{fmt, io};

/// Why the preview could not start.
#[derive(Debug)]
pub enum ServeError {
    /// The host is not an address of this machine.
    Host {
        host: String,
        /// The error of the system, if any.
        cause: Option<io::Error>,
    },
    /// Another program uses the port.
    PortInUse(u16),
    /// The server cannot listen on the address.
    Listen(SocketAddr, io::Error),
    /// The server cannot be started.
    Start(io::Error),
    /// File changes cannot be watched.
    Watch(String),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::Host { host, cause: Some(cause) } => {
                write!(f, "--host {host} is not an address of this machine: {cause}")
            }
            ServeError::Host { host, cause: None } => write!(f, "--host {host} is not an address"),
            ServeError::PortInUse(port) => {
                write!(f, "port {port} is in use; try --port {}", port.checked_add(1).unwrap_or(4747))
            }
            ServeError::Listen(address, cause) => write!(f, "cannot listen on {address}: {cause}"),
            ServeError::Start(cause) => write!(f, "the server cannot be started: {cause}"),
            ServeError::Watch(why) => write!(f, "files cannot be watched: {why}"),
        }
    }
}
