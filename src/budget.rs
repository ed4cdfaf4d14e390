//! The budget of a face: the time and memory that all work on it may take.
//!
//! The libraries that compile, read and draw cannot be interrupted, so a run that spends too much is ended and begun
//! again without the faces that were to blame. A [`Ledger`] lists them: it outlives the process.

mod ledger;

use std::cell::Cell;
use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, Once, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

pub use ledger::{Ledger, Line, Verdict, given_up, is_careful, note_printed, was_printed};

/// The longest time one face may take if nobody waits for it.
pub const LIMIT: Duration = Duration::from_secs(10);
/// The most memory that may come on while a face is worked on, in megabytes.
const MEMORY: u64 = 512;
/// The time between two looks at what is being worked on.
const PAUSE: Duration = Duration::from_millis(10);
/// Clock ticks in a second, on every Linux.
const TICKS: u64 = 100;

/// Work on a face or template.
struct Entry {
    number: u64,
    since: Instant,
    /// The thread that works, as the system calls it.
    thread: Option<String>,
    /// After about half the time: how long it took, and the processor time of the thread.
    half: Option<(Duration, u64)>,
    template: String,
    face: String,
    /// The size of the picture that it becomes, in megapixels.
    megapixels: f64,
}

/// Pictures that take the usual time once more, in megapixels.
const SLOWER: f64 = 10.0;
/// What a picture takes of memory beside the budget: its pixels, a layer of them, and the file.
const BYTES_PER_PIXEL: f64 = 12.0;

static AT_WORK: Mutex<Vec<Entry>> = Mutex::new(Vec::new());

/// How many faces of each template were finished.
static FINISHED: Mutex<BTreeMap<String, usize>> = Mutex::new(BTreeMap::new());

static BEGUN: AtomicU64 = AtomicU64::new(0);

/// While this changes, the run goes on: the faces begun so far, and the processor time of those at work.
pub fn progress() -> (u64, u64) {
    let threads: Vec<String> = match AT_WORK.lock() {
        Ok(list) => list.iter().filter_map(|entry| entry.thread.clone()).collect(),
        Err(_) => Vec::new(),
    };
    (BEGUN.load(Ordering::Relaxed), threads.iter().filter_map(|thread| ticks(thread)).sum())
}

/// Forgets which faces were finished: their templates may have changed.
pub fn start_over() {
    if let Ok(mut finished) = FINISHED.lock() {
        finished.clear();
    }
}

/// Marks that this thread works on a face until the guard is dropped.
pub fn enter(template: &str, face: &str) -> Guard {
    enter_picture(template, face, 0.0)
}

/// The same for a picture of the face: a large one may take its time and memory.
pub fn enter_picture(template: &str, face: &str, megapixels: f64) -> Guard {
    thread_local! {
        static THREAD: Option<String> =
            fs::read_link("/proc/thread-self").ok().and_then(|link| Some(link.to_str()?.to_owned()));
    }
    let number = BEGUN.fetch_add(1, Ordering::Relaxed);
    ledger::note_work(template, face);
    let (template, face, thread) = (template.to_owned(), face.to_owned(), THREAD.with(Clone::clone));
    let entry = Entry { number, since: Instant::now(), thread, half: None, template, face, megapixels };
    AT_WORK.lock().expect("no thread panics while it holds the list").push(entry);
    Guard(number)
}

/// Ends the watch over one face when dropped.
pub struct Guard(u64);

impl Drop for Guard {
    fn drop(&mut self) {
        let Ok(mut list) = AT_WORK.lock() else { return };
        let done = list.iter().position(|entry| entry.number == self.0).map(|at| list.remove(at));
        if let Some((done, mut finished)) = done.zip(FINISHED.lock().ok()) {
            *finished.entry(done.template).or_default() += 1;
        }
        match list.last() {
            Some(outer) => ledger::note_work(&outer.template, &outer.face),
            None => ledger::note_rest(),
        }
    }
}

/// Works on a face within its budget. A panic in a library comes back as its message.
pub fn spend<T>(template: &str, face: &str, work: impl FnOnce() -> T) -> Result<T, String> {
    let _watched = enter(template, face);
    caught(work)
}

/// Works with a library that may panic, and returns the panic as its message.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    let before = GUARDED.replace(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(before);
    done.map_err(|cause| {
        let text = cause.downcast_ref::<String>().map(String::as_str).or_else(|| cause.downcast_ref::<&str>().copied());
        text.unwrap_or("no message").to_owned()
    })
}

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Whether a panic on this thread is caught and reported.
pub fn is_guarded() -> bool {
    GUARDED.get()
}

/// How many faces of a template were finished.
fn finished(template: &str) -> usize {
    FINISHED.lock().ok().and_then(|finished| finished.get(template).copied()).unwrap_or(0)
}

/// What ends the process, once it is watched.
type Spent = Box<dyn Fn(Vec<Verdict>, bool) + Send + Sync>;

static SPENT: OnceLock<Spent> = OnceLock::new();

/// Gives up a face that made a library fail: a watched process ends, and begins anew without it.
pub fn give_up(template: &str, face: &str, why: String) {
    if let Some(spent) = SPENT.get() {
        let finished = finished(template);
        spent(vec![Verdict { template: template.to_owned(), face: face.to_owned(), why, finished }], true);
    }
}

/// Starts the watch once. `spent` gets the faces that spent their budget, the longest at work first, and whether that is
/// certain; it must end the process.
pub fn watch(limit: Duration, spent: impl Fn(Vec<Verdict>, bool) + Send + Sync + 'static) {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        let spent = SPENT.get_or_init(|| Box::new(spent));
        thread::spawn(move || {
            let mut memory = Memory::default();
            loop {
                thread::sleep(PAUSE);
                memory.note();
                let Ok(mut list) = AT_WORK.lock() else { return };
                list.sort_by_key(|entry| entry.since);
                if list.iter_mut().any(|entry| entry.is_late(limit)) {
                    // Those that are nearly late would cost another run.
                    let late = |entry: &mut Entry| entry.is_late(limit * 9 / 10).then(|| entry.too_late(limit));
                    spent(list.iter_mut().filter_map(late).collect(), true);
                } else if let Some(grown) = memory.grown(&list).filter(|grown| *grown > most(&list)) {
                    let why = format!("took {grown} MB of memory; the limit is {MEMORY} MB");
                    // Of several, only a run that works on one face at a time can tell.
                    spent(list.iter().map(|entry| entry.verdict(why.clone())).collect(), list.len() == 1);
                }
            }
        });
    });
}

/// The most memory that may come on while these are at work, in megabytes.
fn most(list: &[Entry]) -> u64 {
    let megapixels: f64 = list.iter().map(|entry| entry.megapixels).sum();
    MEMORY + (megapixels * BYTES_PER_PIXEL) as u64
}

impl Entry {
    /// Whether it takes too long. On a busy machine only its own processor time counts.
    fn is_late(&mut self, limit: Duration) -> bool {
        let limit = self.limit(limit);
        let waited = self.since.elapsed();
        if waited < limit / 2 {
            return false;
        }
        let Some(now) = self.thread.as_ref().and_then(|thread| ticks(thread)) else { return waited >= limit };
        let (then, before) = *self.half.get_or_insert((waited, now));
        then + Duration::from_millis((now - before) * 1000 / TICKS) >= limit
    }

    /// The time that it may take, where the usual time is `limit`.
    fn limit(&self, limit: Duration) -> Duration {
        limit.mul_f64(1.0 + self.megapixels / SLOWER)
    }

    fn too_late(&self, limit: Duration) -> Verdict {
        self.verdict(format!("did not finish within {} s", self.limit(limit).as_secs()))
    }

    fn verdict(&self, why: String) -> Verdict {
        let (template, face) = (self.template.clone(), self.face.clone());
        Verdict { finished: finished(&template), template, face, why }
    }
}

/// Processor time of a thread such as `1234/task/1235`.
fn ticks(thread: &str) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{thread}/stat")).ok()?;
    // The name of the program may hold spaces; user and system time are the 12th and 13th field behind it.
    let mut fields = text.rsplit_once(')')?.1.split_whitespace().skip(11);
    Some(fields.next()?.parse::<u64>().ok()? + fields.next()?.parse::<u64>().ok()?)
}

/// How much memory the process took, at each look.
#[derive(Default)]
struct Memory(VecDeque<(Instant, u64)>);

impl Memory {
    fn note(&mut self) {
        if let Some(megabytes) = resident() {
            self.0.push_back((Instant::now(), megabytes));
            if self.0.len() > 2000 {
                self.0.pop_front();
            }
        }
    }

    /// How much came on since the longest work began, in megabytes.
    fn grown(&self, list: &[Entry]) -> Option<u64> {
        let since = list.iter().map(|entry| entry.since).min()?;
        let then = self.0.iter().rev().find(|(at, _)| *at <= since).or(self.0.front())?;
        Some(self.0.back()?.1.saturating_sub(then.1))
    }
}

/// Memory in use in megabytes, where the system reports it.
fn resident() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/statm").ok()?;
    Some((text.split_whitespace().nth(1)?.parse::<u64>().ok()? * 4096) >> 20)
}
