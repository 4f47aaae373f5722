//! The controller's REST server. One thread answers: requests of several clients wait for each other, as they are all about one SUT.

use std::cell::RefCell;
use std::convert::Infallible;
use std::net::TcpListener;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{ALLOW, CONTENT_TYPE};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use nearmiss_wire::{
    ActionDto, NewSearchDto, OwnActionDto, OwnCoreDto, OwnOrderDto, OwnResultsDto, SutRunDto,
    TestResultsDto, WrappedResponse,
};
use percent_encoding::percent_decode_str;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::answers::Wanted;
use super::databases::Commanded;
use super::hosts::AllowedHosts;
use super::{Controller, Refusal};

/// Where all endpoints are.
const BASE: &str = "/controller/api";
/// The member of bodies, and of the query, that is for a core of ours.
const OWN: &str = "nearmiss";
/// Longest body that is read: a test of the core is some kilobytes, its insertions into databases may be some megabytes.
const LONGEST_BODY: usize = 16 << 20;
/// So much more is read and thrown away, so that whoever sends it reads why it is refused.
const LONGEST_REFUSED: usize = 256 << 20;
/// Between two looks whether it is to end.
const LOOK_EVERY: Duration = Duration::from_millis(50);

const WARNING: &str = "<html><body><p>This is the controller of nearmiss, which EvoMaster's core talks to. It has no pages; the API that \
    it tests listens elsewhere (<code>baseUrlOfSUT</code> of <code>/controller/api/infoSUT</code>).</p></body></html>\n";

/// The server could not go on.
#[derive(Debug, thiserror::Error)]
#[error("the controller cannot serve: {0}")]
pub struct ServeError(#[from] std::io::Error);

/// What is answered.
enum Reply {
    /// This, wrapped: status and JSON.
    Data(StatusCode, String),
    /// Nothing but a status.
    Done(StatusCode),
}

type Answered = Result<Reply, Refusal>;

/// An endpoint: its method, its path below the base, and what it does with the query and the body.
type Endpoint = (Method, &'static str, fn(&mut Controller, &Query, &[u8]) -> Answered);

/// Everything that is served. What we do not do answers with the protocol's own error.
static ENDPOINTS: [Endpoint; 14] = [
    (Method::GET, "/controllerInfo", |controller, _, _| data(&controller.controller_info())),
    (Method::GET, "/infoSUT", |controller, _, _| data(&controller.sut_info())),
    (Method::POST, "/newSearch", |controller, _, body| {
        let _: NewSearchDto = read(body)?;
        controller.new_search();
        Ok(Reply::Done(StatusCode::CREATED))
    }),
    (Method::PUT, "/runSUT", |controller, _, body| {
        let asked: SutRunDto = read(body)?;
        controller.run_sut(&asked).map(|()| Reply::Done(StatusCode::NO_CONTENT))
    }),
    (Method::PUT, "/newAction", |controller, _, body| {
        let mut body = object(body)?;
        let own = body.remove(OWN);
        if !body.get("index").is_some_and(Value::is_number) {
            return Err((400, "the member `index` is missing".to_owned()));
        }
        let action: ActionDto = from_object(body)?;
        let done = match own {
            Some(own) => {
                let own: OwnActionDto =
                    serde_json::from_value(own).map_err(|error| unusable(&error))?;
                controller.own_action(&action, &own)
            }
            None => controller.new_action(&action),
        };
        done.map(|()| Reply::Done(StatusCode::NO_CONTENT))
    }),
    (Method::GET, "/testResults", |controller, query, _| {
        if query.flag(OWN)? {
            let within = query.milliseconds("within")?;
            let nearmiss = controller.own_results(query.flag("killSwitch")?, within)?;
            return data(&OwnTestResults { protocol: TestResultsDto::default(), nearmiss });
        }
        let wanted = Wanted {
            ids: query.numbers("ids")?,
            covered: query.flag("fullyCovered")?,
            named: query.flag("descriptiveIds")?,
        };
        data(&controller.test_results(&wanted, query.flag("killSwitch")?)?)
    }),
    (Method::PUT, "/nearmiss", |controller, _, body| {
        let core: OwnCoreDto = read(body)?;
        data(&controller.begin_own(&core)?)
    }),
    (Method::POST, "/nearmiss/order", |controller, _, body| {
        let asked: OwnOrderDto = read(body)?;
        data(&controller.own_order(&asked.order)?)
    }),
    (Method::POST, "/databaseCommand", |controller, _, body| {
        match controller.database_command(&read(body)?)? {
            Commanded::Nothing => Ok(Reply::Done(StatusCode::NO_CONTENT)),
            Commanded::Inserted(results) => data(&results),
            Commanded::Found(rows) => data(&rows),
        }
    }),
    (Method::POST, "/mongoInsertion", |_, _, _| unsupported("MongoDB database")),
    (Method::POST, "/redisInsertion", |_, _, _| unsupported("Redis database")),
    (Method::POST, "/scheduleTasksCommand", |_, _, _| unsupported("scheduled tasks to invoke")),
    (Method::POST, "/postSearchAction", |_, _, _| unsupported("RPC problem")),
    (Method::POST, "/deriveParams", |_, _, _| unsupported("parameters to derive")),
];

/// Results with what a core of ours is told.
#[derive(Serialize)]
struct OwnTestResults {
    #[serde(flatten)]
    protocol: TestResultsDto,
    nearmiss: OwnResultsDto,
}

fn unsupported(what: &str) -> Answered {
    Err((400, format!("this driver has no {what}")))
}

fn data<T: Serialize>(value: &T) -> Answered {
    let text = serde_json::to_string(&WrappedResponse { data: Some(value), error: None });
    text.map(|text| Reply::Data(StatusCode::OK, text)).map_err(|error| (500, error.to_string()))
}

/// A body, which has to be an object: of a list serde would take the members in their order.
fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Refusal> {
    from_object(object(body)?)
}

fn object(body: &[u8]) -> Result<Map<String, Value>, Refusal> {
    serde_json::from_slice(body).map_err(|error| unusable(&error))
}

fn from_object<T: DeserializeOwned>(object: Map<String, Value>) -> Result<T, Refusal> {
    serde_json::from_value(Value::Object(object)).map_err(|error| unusable(&error))
}

fn unusable(error: &serde_json::Error) -> Refusal {
    (400, format!("the body is not what this endpoint takes: {error}"))
}

/// The query of a request; of several values of one name the first counts.
struct Query(Vec<(String, String)>);

impl Query {
    fn of(text: Option<&str>) -> Self {
        let decoded = |text: &str| {
            percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().into_owned()
        };
        let pairs = text.unwrap_or_default().split('&').filter(|pair| !pair.is_empty());
        let pairs = pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        Self(pairs.map(|(name, value)| (decoded(name), decoded(value))).collect())
    }

    fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    fn flag(&self, name: &str) -> Result<bool, Refusal> {
        match self.get(name) {
            "" | "false" => Ok(false),
            "true" => Ok(true),
            other => Err((400, format!("{name} is true or false, not `{other}`"))),
        }
    }

    /// A time.
    fn milliseconds(&self, name: &str) -> Result<Duration, Refusal> {
        let text = self.get(name);
        let number = text
            .parse()
            .map_err(|_| (400, format!("{name} is a number of milliseconds, not `{text}`")));
        number.map(Duration::from_millis)
    }

    /// Numbers with commas between them.
    fn numbers(&self, name: &str) -> Result<Vec<i32>, Refusal> {
        let parts = self.get(name).split(',').map(str::trim).filter(|part| !part.is_empty());
        let number = |part: &str| {
            part.parse().map_err(|_| {
                (400, format!("{name} holds `{part}`, which is no number of a target"))
            })
        };
        parts.map(number).collect()
    }
}

/// Serves requests in the name of these hosts until it is interrupted; then the SUT is stopped.
///
/// # Errors
/// When the system gives no event loop.
pub fn serve(
    listener: TcpListener,
    controller: Controller,
    hosts: AllowedHosts,
    interrupt: &Arc<AtomicBool>,
) -> Result<(), ServeError> {
    let hosts = Rc::new(hosts);
    let controller = Rc::new(RefCell::new(controller));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    listener.set_nonblocking(true)?;
    let served = Rc::clone(&controller);
    let tasks = tokio::task::LocalSet::new();
    tasks.block_on(&runtime, async move {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        while !interrupt.load(Ordering::Relaxed) {
            let accepted = tokio::time::timeout(LOOK_EVERY, listener.accept()).await;
            let Ok(accepted) = accepted else { continue };
            // A connection that is gone by now, or one too many, is no reason to end.
            let Ok((stream, _)) = accepted else {
                tokio::time::sleep(LOOK_EVERY).await;
                continue;
            };
            let _ = stream.set_nodelay(true);
            let (controller, hosts) = (Rc::clone(&served), Rc::clone(&hosts));
            tokio::task::spawn_local(async move {
                let service = service_fn(move |request| {
                    answer(request, Rc::clone(&controller), Rc::clone(&hosts))
                });
                // No limit for heads: it would end connections that wait for the next request, too, and cores keep theirs.
                let server = hyper::server::conn::http1::Builder::new();
                // A client that goes away ends its connection, and nothing else.
                let _ = server.serve_connection(TokioIo::new(stream), service).await;
            });
        }
        Ok::<(), std::io::Error>(())
    })?;
    controller.borrow_mut().stop();
    Ok(())
}

async fn answer(
    request: Request<Incoming>,
    controller: Rc<RefCell<Controller>>,
    hosts: Rc<AllowedHosts>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    if let Err(refusal) = hosts.check(request.version(), request.uri(), request.headers()) {
        // Read to its end, so that whoever sends it reads why it is refused.
        let _ = body_of(request.into_body()).await;
        return Ok(refused(refusal));
    }
    let whole = request.uri().path().to_owned();
    let below = whole.strip_prefix(BASE);
    if whole == "/" || matches!(below, Some("" | "/")) {
        return Ok(response(StatusCode::BAD_REQUEST, "text/html", WARNING.to_owned()));
    }
    let path = below.unwrap_or_default();
    let of_path: Vec<&Endpoint> = ENDPOINTS.iter().filter(|(_, known, _)| *known == path).collect();
    let Some((method, _, run)) = of_path.iter().find(|(method, _, _)| method == request.method())
    else {
        let Some((method, _, _)) = of_path.first() else {
            return Ok(refused((404, format!("there is no {whole}"))));
        };
        let mut refused = refused((405, format!("{whole} takes {method}")));
        if let Ok(allowed) = method.as_str().parse() {
            refused.headers_mut().insert(ALLOW, allowed);
        }
        return Ok(refused);
    };
    let query = Query::of(request.uri().query());
    let is_json =
        request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).is_some_and(
            |kind| {
                kind.split(';')
                    .next()
                    .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
            },
        );
    let body = match body_of(request.into_body()).await {
        Ok(body) => body,
        Err(refusal) => return Ok(refused(refusal)),
    };
    if *method != Method::GET && !is_json {
        return Ok(refused((415, "the content type is application/json".to_owned())));
    }
    let done = run(&mut controller.borrow_mut(), &query, &body);
    Ok(match done {
        Ok(Reply::Data(status, text)) => response(status, "application/json", text),
        Ok(Reply::Done(status)) => {
            let mut empty = Response::new(Full::default());
            *empty.status_mut() = status;
            empty
        }
        Err(refusal) => refused(refusal),
    })
}

/// All of a body. One that is too long is read to its end, within reason, before it is refused.
async fn body_of(mut body: Incoming) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    let mut length = 0;
    while let Some(frame) = body.frame().await {
        let frame =
            frame.map_err(|error| (400, format!("the body did not come whole: {error}")))?;
        let Ok(piece) = frame.into_data() else { continue };
        length += piece.len();
        if length > LONGEST_REFUSED {
            break;
        }
        if length <= LONGEST_BODY {
            bytes.extend_from_slice(&piece);
        }
    }
    if length > LONGEST_BODY {
        return Err((413, format!("the body is longer than {} MiB", LONGEST_BODY >> 20)));
    }
    Ok(bytes)
}

fn refused((status, why): Refusal) -> Response<Full<Bytes>> {
    tracing::info!(status, "refused: {why}");
    let text = serde_json::to_string(&WrappedResponse::<()>::failed(why)).unwrap_or_default();
    response(
        StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
        "application/json",
        text,
    )
}

fn response(status: StatusCode, kind: &'static str, text: String) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from(text)));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, hyper::header::HeaderValue::from_static(kind));
    response
}
