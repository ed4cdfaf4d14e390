//! Only pages that this server served may send requests, under the names it is known by.
//!
//! A request can change nothing but the order of drawing, so there is no token. Pages of other sites must not even
//! read.

use std::net::{IpAddr, SocketAddr};

use hyper::header::{HOST, ORIGIN};
use hyper::{HeaderMap, Uri};

/// The names that this server answers to.
pub(super) struct Hosts {
    names: Vec<String>,
    port: u16,
    /// A server that listens on all addresses cannot know which one is used. It accepts any IP address, because nobody else
    /// can point an address here, as they could with a name.
    any_address: bool,
}

impl Hosts {
    pub fn new(given: &str, address: SocketAddr) -> Hosts {
        let bare = given.trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
        let names = ["localhost", "127.0.0.1", "::1", &bare].map(str::to_owned).to_vec();
        Hosts { names, port: address.port(), any_address: address.ip().is_unspecified() }
    }

    /// Whether a request is for this server and comes from its own page, or from no page at all.
    pub fn admit(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        let mut hosts = headers.get_all(HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
        if !host.to_str().is_ok_and(|host| self.knows(host)) {
            return false;
        }
        // A request in proxy form names its own host.
        if uri.authority().is_some_and(|authority| !self.knows(authority.as_str())) {
            return false;
        }
        // Some requests of other pages name no origin. Whoever follows a link sees the page, and the other site does not.
        let has = |name: &str, words: &[&str]| {
            headers.get_all(name).iter().all(|value| value.to_str().is_ok_and(|value| words.contains(&value)))
        };
        let is_link = headers.contains_key("sec-fetch-mode") && has("sec-fetch-mode", &["navigate"]);
        if !is_link && !has("sec-fetch-site", &["same-origin", "none"]) {
            return false;
        }
        headers.get_all(ORIGIN).iter().all(|origin| {
            origin.to_str().ok().and_then(|o| o.strip_prefix("http://")).is_some_and(|host| self.knows(host))
        })
    }

    fn knows(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.contains(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        let bare = match name.strip_prefix('[').and_then(|n| n.strip_suffix(']')) {
            Some(six) => six,
            None if name.contains(':') => return false,
            None => name,
        };
        let is_named = self.names.iter().any(|known| known.eq_ignore_ascii_case(bare));
        port == Some(self.port) && (is_named || (self.any_address && bare.parse::<IpAddr>().is_ok()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_its_own_names_are_answered() {
        let local = Hosts::new("127.0.0.1", "127.0.0.1:4747".parse().expect("an address"));
        for host in ["localhost:4747", "LOCALHOST:4747", "127.0.0.1:4747", "[::1]:4747"] {
            assert!(local.knows(host), "{host}");
        }
        let foreign = [
            "evil.example",
            "evil.example:4747",
            "localhost",
            "localhost:80",
            "127.0.0.1:4748",
            "localhost:4747:4747",
            "192.168.0.7:4747",
            "::1:4747",
            "localhost.evil.example:4747",
            "",
            ":4747",
            "[::1]",
            "127.0.0.1.nip.io:4747",
        ];
        for host in foreign {
            assert!(!local.knows(host), "{host}");
        }
        let open = Hosts::new("0.0.0.0", "0.0.0.0:4747".parse().expect("an address"));
        assert!(open.knows("192.168.0.7:4747") && open.knows("[fe80::1]:4747") && !open.knows("evil.example:4747"));
    }
}
