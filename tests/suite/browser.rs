//! A headless Chromium, driven over a pipe by its DevTools protocol.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// The longest wait for the browser.
const PATIENCE: Duration = Duration::from_secs(30);

pub struct Browser {
    child: Child,
    input: ChildStdin,
    answers: Receiver<Value>,
    session: Option<String>,
    next: u64,
    /// What the page complained about: exceptions, and what its policy kept out.
    pub complaints: Vec<String>,
    _home: TempDir,
}

impl Browser {
    /// Starts a browser; nothing if there is none, unless `WYRMPRESS_BROWSER=required`.
    pub fn start() -> Option<Browser> {
        let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
        let Some(name) = names.into_iter().find(|name| is_there(name)) else {
            let is_required = std::env::var("WYRMPRESS_BROWSER").is_ok_and(|v| v == "required");
            assert!(!is_required, "WYRMPRESS_BROWSER=required, but there is none of {}", names.join(", "));
            println!("skipped: the page is not tried in a browser, because there is none of {}", names.join(", "));
            return None;
        };
        let home = TempDir::new().expect("a scratch folder");
        // The pipe is file descriptors 3 and 4; a shell can set those up without any unsafe code.
        let script = r#"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1"#;
        let mut child = Command::new("sh")
            .args(["-c", script, name, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
            .args([
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--no-proxy-server",
            ])
            .args(["--remote-debugging-pipe", "--window-size=1440,900"])
            .arg(format!("--user-data-dir={}", home.path().display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let input = child.stdin.take().expect("a pipe");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (tell, answers) = mpsc::channel();
        std::thread::spawn(move || {
            let mut message = Vec::new();
            while output.read_until(0, &mut message).is_ok_and(|n| n > 0) {
                message.pop();
                if serde_json::from_slice(&message).map(|value: Value| tell.send(value)).is_err() {
                    return;
                }
                message.clear();
            }
        });
        let mut browser =
            Browser { child, input, answers, session: None, next: 0, complaints: Vec::new(), _home: home };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attached =
            browser.call("Target.attachToTarget", json!({ "targetId": target["targetId"], "flatten": true }));
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        Some(browser)
    }

    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.next += 1;
        let mut message = json!({ "id": self.next, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.input.write_all(&bytes).expect("the browser listens");
        loop {
            let answer = self.answers.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no answer to {method}"));
            if answer["id"] == json!(self.next) {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
            self.hear(answer);
        }
    }

    fn hear(&mut self, event: Value) {
        let text = match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => event["params"]["exceptionDetails"].to_string(),
            Some("Log.entryAdded") => event["params"]["entry"].to_string(),
            _ => return,
        };
        self.complaints.push(text);
    }

    pub fn go(&mut self, address: &str) {
        self.call("Page.navigate", json!({ "url": address }));
        let arrived = format!("location.href === '{address}'");
        let started = Instant::now();
        while self.eval(&arrived) != json!(true) && started.elapsed() < PATIENCE / 2 {
            std::thread::sleep(Duration::from_millis(20));
        }
        // If the page goes back in its own history at the same moment, that wins over the first try.
        if self.eval(&arrived) != json!(true) {
            self.call("Page.navigate", json!({ "url": address }));
        }
        self.wait(&format!("location.href === '{address}' && document.readyState === 'complete'"));
    }

    /// The value of an expression on the page.
    pub fn eval(&mut self, expression: &str) -> Value {
        let asked = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let answer = self.call("Runtime.evaluate", asked);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    /// Waits until an expression on the page is true.
    pub fn wait(&mut self, expression: &str) {
        let started = Instant::now();
        while self.eval(expression) != json!(true) {
            assert!(started.elapsed() < PATIENCE, "never: {expression}\n{}", self.eval("document.body.innerText"));
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Presses a key: `a`, `Enter`, `ArrowRight`.
    pub fn key(&mut self, key: &str) {
        let mut down = json!({ "type": "keyDown", "key": key });
        if key.chars().count() == 1 {
            down["text"] = json!(key);
        } else if key == "Enter" {
            down["text"] = json!("\r");
            down["windowsVirtualKeyCode"] = json!(13);
        } else if key == "Escape" {
            down["windowsVirtualKeyCode"] = json!(27);
        }
        self.call("Input.dispatchKeyEvent", down);
        self.call("Input.dispatchKeyEvent", json!({ "type": "keyUp", "key": key }));
    }

    pub fn resize(&mut self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", size);
    }

    /// A picture of the window, as PNG.
    pub fn shot(&mut self) -> Vec<u8> {
        let shot = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        decoded(shot["data"].as_str().expect("a picture"))
    }

    /// Saves a picture of the window for people to look at, if `WYRMPRESS_SHOTS` names a folder.
    pub fn keep(&mut self, name: &str) {
        if let Some(folder) = std::env::var_os("WYRMPRESS_SHOTS") {
            let bytes = self.shot();
            std::fs::write(std::path::Path::new(&folder).join(format!("{name}.png")), bytes).expect("a picture");
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn is_there(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
}

/// Base64 to bytes.
fn decoded(text: &str) -> Vec<u8> {
    let value = |c: u8| match c {
        b'A'..=b'Z' => u32::from(c - b'A'),
        b'a'..=b'z' => u32::from(c - b'a') + 26,
        b'0'..=b'9' => u32::from(c - b'0') + 52,
        b'+' => 62,
        _ => 63,
    };
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    for four in text.trim_end_matches('=').as_bytes().chunks(4) {
        let bits = four.iter().fold(0, |bits, &c| bits << 6 | value(c)) << (6 * (4 - four.len()));
        bytes.extend(&bits.to_be_bytes()[1..four.len()]);
    }
    bytes
}
