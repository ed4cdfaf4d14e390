//! Incoming requests. A new one stops work that nobody waits for any more.

use std::io::BufRead;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use super::model::Request;
use crate::stages::Stop;

/// Requests that still wait.
pub(super) struct Queue {
    requests: Receiver<Request>,
    /// Raised while a request waits.
    waiting: Stop,
}

/// Sleeps for a while, unless a request waits.
pub(super) fn pause(stop: &Stop, length: Duration) {
    let started = Instant::now();
    while !stop.is_asked() && started.elapsed() < length {
        thread::sleep(Duration::from_millis(5));
    }
}

impl Queue {
    /// Reads requests, one per line, on its own thread.
    pub fn read(input: impl BufRead + Send + 'static) -> Queue {
        let (sender, requests) = mpsc::channel();
        let waiting = Stop::default();
        let count = waiting.clone();
        thread::spawn(move || {
            for line in input.lines() {
                let Some(request) = line.ok().and_then(|line| serde_json::from_str(&line).ok()) else { break };
                count.raise();
                if sender.send(request).is_err() {
                    return;
                }
            }
            // Nobody is left to draw for, so work in progress may end.
            count.raise();
        });
        Queue { requests, waiting }
    }

    pub fn waiting(&self) -> Stop {
        self.waiting.clone()
    }

    /// All waiting requests merged into one, or the next one; `None` at the end of the input.
    pub fn next(&self) -> Option<Request> {
        let mut all = self.take(self.requests.recv().ok()?);
        while let Ok(request) = self.requests.try_recv() {
            let Request { number, changed, skip, aside, meanwhile, looked_at } = self.take(request);
            all.number = number;
            all.looked_at = looked_at;
            all.changed = all.changed.zip(changed).map(|(before, after)| [before, after].concat());
            all.skip.extend(skip);
            all.aside.extend(aside);
            all.meanwhile.extend(meanwhile);
        }
        Some(all)
    }

    fn take(&self, request: Request) -> Request {
        self.waiting.lower();
        request
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_that_wait_become_one() {
        let lines = [
            r#"{"number":1,"changed":["content/a"],"skip":[],"looked_at":["a/x/1"]}"#,
            r#"{"number":2,"changed":["content/b"],"skip":["c"],"looked_at":["a/x/2"]}"#,
        ];
        let queue = Queue::read(std::io::Cursor::new(lines.join("\n")));
        // Both requests, and the end of the input.
        while queue.waiting.count() < 3 {
            thread::yield_now();
        }
        let all = queue.next().expect("a request");
        assert_eq!(all.number, 2);
        assert_eq!(all.changed.expect("paths"), ["content/a", "content/b"]);
        assert_eq!((all.skip, all.looked_at), (vec!["c".to_owned()], vec!["a/x/2".to_owned()]));
        assert!(queue.waiting().is_asked() && queue.next().is_none());
    }
}
