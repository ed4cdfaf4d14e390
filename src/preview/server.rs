//! Answers the browser: the page, the model, changes, and pictures by their hash. No request names a file.

use std::convert::Infallible;
use std::future::Future;
use std::net::TcpListener;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use hyper::header::{self, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use skrifa::string::StringId;
use skrifa::{FontRef, MetadataProvider as _};
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::sync::{Semaphore, oneshot};

use super::board::{Board, RELOAD};
use super::guard::Hosts;
use super::model::Kind;
use crate::error::{Error, ServeError};

/// The files of the page: address, kind, text.
const PAGE: [(&str, &str, &str); 8] = [
    ("/", "text/html; charset=utf-8", include_str!("page/page.html")),
    ("/page.css", "text/css; charset=utf-8", include_str!("page/page.css")),
    ("/state.js", SCRIPT, include_str!("page/state.js")),
    ("/gallery.js", SCRIPT, include_str!("page/gallery.js")),
    ("/sheets.js", SCRIPT, include_str!("page/sheets.js")),
    ("/large.js", SCRIPT, include_str!("page/large.js")),
    ("/page.js", SCRIPT, include_str!("page/page.js")),
    ("/icon.svg", "image/svg+xml", include_str!("page/icon.svg")),
];
const SCRIPT: &str = "text/javascript; charset=utf-8";
/// The bundled fonts of the page: address, name in the font.
const FONTS: [(&str, &str); 3] = [
    ("/fonts/serif.otf", "LibertinusSerif-Regular"),
    ("/fonts/serif-italic.otf", "LibertinusSerif-Italic"),
    ("/fonts/serif-semibold.otf", "LibertinusSerif-Semibold"),
];

/// How long a client may take to send its request.
const PATIENCE: Duration = Duration::from_secs(10);
/// Largest request head, in bytes.
const HEAD: usize = 16 << 10;
/// The most open connections.
const CONNECTIONS: usize = 512;
/// How often a listening browser gets a sign of life.
const PULSE: Duration = Duration::from_secs(15);

/// The page may show and run what this server sends, and nothing else.
const PAGE_POLICY: &str = "default-src 'none'; img-src 'self' data:; script-src 'self'; style-src 'self'; \
    font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// A drawing opened by itself may only be drawn.
const DRAWING_POLICY: &str = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'; sandbox";

/// Serves on its own thread until `stopped` fires.
pub(super) fn serve(
    listener: TcpListener,
    hosts: Hosts,
    board: Arc<Board>,
    stopped: oneshot::Receiver<()>,
) -> Result<JoinHandle<()>, Error> {
    let fault = ServeError::Start;
    listener.set_nonblocking(true).map_err(fault)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build().map_err(fault)?;
    let listener = {
        let _entered = runtime.enter();
        tokio::net::TcpListener::from_std(listener).map_err(fault)?
    };
    Ok(thread::spawn(move || {
        runtime.block_on(async move {
            let accepting = tokio::spawn(accept(listener, Arc::new(hosts), board));
            let _ = stopped.await;
            accepting.abort();
        });
    }))
}

async fn accept(listener: tokio::net::TcpListener, hosts: Arc<Hosts>, board: Arc<Board>) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Out of file descriptors: wait until some are free again.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let Ok(place) = places.clone().try_acquire_owned() else { continue };
        // Small answers go out at once.
        let _ = stream.set_nodelay(true);
        let (hosts, board) = (hosts.clone(), board.clone());
        tokio::spawn(async move {
            let _place = place;
            let service = service_fn(move |request: Request<Incoming>| {
                let answer = answer(&request, &hosts, &board);
                async move { Ok::<_, Infallible>(answer) }
            });
            let mut connection = http1::Builder::new();
            connection.timer(TokioTimer::new()).header_read_timeout(PATIENCE).max_buf_size(HEAD);
            // A client may hang up at any time.
            let _ = connection.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

fn answer(request: &Request<Incoming>, hosts: &Hosts, board: &Board) -> Response<Content> {
    if !hosts.admit(request.uri(), request.headers()) {
        return refusal(StatusCode::FORBIDDEN, "this preview answers only to its own page");
    }
    if request.method() != Method::GET && request.method() != Method::HEAD {
        let mut response = refusal(StatusCode::METHOD_NOT_ALLOWED, "nothing can be changed here");
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    if request.uri().authority().is_some() {
        return refusal(StatusCode::NOT_FOUND, "this is not a proxy");
    }
    const FRESH: &str = "no-store";
    // Bytes named by their hash never change.
    const FOREVER: &str = "public, max-age=31536000, immutable";
    let path = request.uri().path();
    if let Some((_, kind, text)) = PAGE.iter().find(|(at, ..)| *at == path) {
        return ok(Content::whole(Bytes::from_static(text.as_bytes())), kind, FRESH);
    }
    if let Some(bytes) = FONTS.iter().find(|(at, _)| *at == path).and_then(|(_, name)| font(name)) {
        return ok(Content::whole(Bytes::from_static(bytes)), "font/otf", "public, max-age=86400");
    }
    match path {
        "/model.json" => ok(Content::whole(board.model()), "application/json", FRESH),
        // It changes nothing but the order of drawing.
        "/look" => {
            board.look(request.uri().query().unwrap_or(""));
            ok(Content::whole(Bytes::new()), "text/plain; charset=utf-8", FRESH)
        }
        "/events" if request.method() == Method::GET => ok(Content::events(board.listen()), "text/event-stream", FRESH),
        path => match path.strip_prefix("/made/").and_then(|hash| board.made(hash)) {
            Some((Kind::Svg, bytes)) => {
                let mut response = ok(Content::whole(bytes), "image/svg+xml", FOREVER);
                let policy = HeaderValue::from_static(DRAWING_POLICY);
                response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
                response
            }
            Some((Kind::Json, bytes)) => ok(Content::whole(bytes), "application/json", FOREVER),
            None => refusal(StatusCode::NOT_FOUND, "there is nothing by that name"),
        },
    }
}

/// A bundled font by its PostScript name.
fn font(name: &str) -> Option<&'static [u8]> {
    typst_assets::fonts().find(|bytes| {
        let font = FontRef::from_index(bytes, 0).ok();
        font.is_some_and(|f| f.localized_strings(StringId::POSTSCRIPT_NAME).any(|said| said.to_string() == name))
    })
}

fn ok(content: Content, kind: &'static str, keep: &'static str) -> Response<Content> {
    let mut response = Response::new(content);
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, keep),
        (header::CONTENT_SECURITY_POLICY, PAGE_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

fn refusal(status: StatusCode, why: &'static str) -> Response<Content> {
    let mut response = ok(Content::whole(Bytes::from_static(why.as_bytes())), "text/plain; charset=utf-8", "no-store");
    *response.status_mut() = status;
    response
}

type Next = Pin<Box<dyn Future<Output = (Bytes, broadcast::Receiver<Bytes>)> + Send>>;

/// The body of an answer: bytes, or a stream of changes.
enum Content {
    Whole(Option<Bytes>),
    Events(Next),
}

impl Content {
    fn whole(bytes: Bytes) -> Content {
        Content::Whole(Some(bytes))
    }

    fn events(receiver: broadcast::Receiver<Bytes>) -> Content {
        // A new listener asks for everything once it listens, so it misses nothing.
        let first = format!("retry: 500\n{RELOAD}").into();
        Content::Events(Box::pin(async move { (first, receiver) }))
    }
}

async fn next(mut receiver: broadcast::Receiver<Bytes>) -> (Bytes, broadcast::Receiver<Bytes>) {
    let bytes = match tokio::time::timeout(PULSE, receiver.recv()).await {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(RecvError::Lagged(_))) => Bytes::from_static(RELOAD.as_bytes()),
        Ok(Err(RecvError::Closed)) | Err(_) => Bytes::from_static(b": still here\n\n"),
    };
    (bytes, receiver)
}

impl Body for Content {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match self.get_mut() {
            Content::Whole(bytes) => Poll::Ready(bytes.take().map(|bytes| Ok(Frame::data(bytes)))),
            Content::Events(waiting) => waiting.as_mut().poll(cx).map(|(bytes, receiver)| {
                *waiting = Box::pin(next(receiver));
                Some(Ok(Frame::data(bytes)))
            }),
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Content::Whole(None))
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Content::Whole(bytes) => SizeHint::with_exact(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64)),
            Content::Events(_) => SizeHint::default(),
        }
    }
}
