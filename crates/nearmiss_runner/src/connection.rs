//! Connections to a server: TCP, TLS over it where the server has that, and HTTP/1.1 or HTTP/2 over either.

use std::sync::{Arc, LazyLock};

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::{http1, http2};
use hyper::{Request, Response};
use hyper_util::rt::{TokioExecutor, TokioIo};
use serde::Deserialize;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::client::danger::{
    HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier,
};
use tokio_rustls::rustls::crypto::{CryptoProvider, ring};
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::{
    ClientConfig, DigitallySignedStruct, Error as TlsError, SignatureScheme,
};

use crate::homes::OwnDatabases;
use crate::shared_map::SharedMap;
use crate::told_stream::ToldStream;

/// What a server of the API speaks. One that speaks HTTP/1.1 beside HTTP/2 is called by that.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// HTTP/1.1.
    #[default]
    Http,
    /// HTTP/1.1 over TLS.
    Https,
    /// HTTP/2 over TLS.
    H2,
    /// HTTP/2 without TLS, which the client has to know before.
    H2c,
}

impl Protocol {
    /// The scheme of its URLs.
    #[must_use]
    pub fn scheme(self) -> &'static str {
        match self {
            Self::Http | Self::H2c => "http",
            Self::Https | Self::H2 => "https",
        }
    }

    /// Whether it is HTTP/2.
    #[must_use]
    pub fn is_http2(self) -> bool {
        matches!(self, Self::H2 | Self::H2c)
    }
}

/// Where the server under test listens.
#[derive(Clone, Debug)]
pub struct ServerAt {
    /// `host:port`.
    pub host: String,
    /// What it speaks.
    pub protocol: Protocol,
    /// The port that its code asks for; 0 when any is welcome.
    pub wanted: u16,
    /// Databases of ours that it works on.
    pub databases: OwnDatabases,
}

/// An open connection and the task that owns its socket.
pub(crate) struct Connection {
    pub sender: Sender,
    pub socket: JoinHandle<()>,
}

/// Sends requests of either version.
pub(crate) enum Sender {
    One(http1::SendRequest<Full<Bytes>>),
    Two(http2::SendRequest<Full<Bytes>>),
}

impl Sender {
    /// Waits until a request can be sent.
    pub async fn ready(&mut self) -> hyper::Result<()> {
        match self {
            Self::One(sender) => sender.ready().await,
            Self::Two(sender) => sender.ready().await,
        }
    }

    /// Sends a request and waits for the head of its answer.
    pub async fn send(
        &mut self,
        request: Request<Full<Bytes>>,
    ) -> hyper::Result<Response<Incoming>> {
        match self {
            Self::One(sender) => sender.send_request(request).await,
            Self::Two(sender) => sender.send_request(request).await,
        }
    }
}

/// Connects to `host:port`. `map`: that of a SUT that is told what is sent to it.
pub(crate) async fn connect(
    address: &str,
    protocol: Protocol,
    map: Option<Arc<SharedMap>>,
) -> Result<Connection, String> {
    let stream = TcpStream::connect(address).await.map_err(|error| error.to_string())?;
    stream.set_nodelay(true).map_err(|error| error.to_string())?;
    let stream = ToldStream::new(stream, map);
    let config = match protocol {
        Protocol::Http => return one(stream).await,
        Protocol::H2c => return two(stream).await,
        Protocol::Https => &HTTPS,
        Protocol::H2 => &H2,
    };
    let name = ServerName::try_from("localhost").map_err(|error| error.to_string())?;
    let secured = TlsConnector::from(Arc::clone(config)).connect(name, stream).await;
    let secured = secured.map_err(|error| format!("no TLS with the API: {error}"))?;
    if protocol.is_http2() { two(secured).await } else { one(secured).await }
}

async fn one<S>(stream: S) -> Result<Connection, String>
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let (sender, connection) = http1::Builder::new()
        .title_case_headers(true)
        // Old servers fold long headers into several lines, and Node reads that.
        .allow_obsolete_multiline_headers_in_responses(true)
        .handshake(TokioIo::new(stream))
        .await
        .map_err(|error| error.to_string())?;
    let socket = tokio::spawn(async move { drop(connection.await) });
    Ok(Connection { sender: Sender::One(sender), socket })
}

async fn two<S>(stream: S) -> Result<Connection, String>
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let (sender, connection) = http2::Builder::new(TokioExecutor::new())
        .handshake(TokioIo::new(stream))
        .await
        .map_err(|error| error.to_string())?;
    let socket = tokio::spawn(async move { drop(connection.await) });
    Ok(Connection { sender: Sender::Two(sender), socket })
}

static HTTPS: LazyLock<Arc<ClientConfig>> = LazyLock::new(|| config(b"http/1.1"));
static H2: LazyLock<Arc<ClientConfig>> = LazyLock::new(|| config(b"h2"));

/// TLS with a server of this machine that the API itself has started, whatever its certificate says: people test with
/// ones that they made themselves. Nothing else is ever called over TLS.
fn config(application: &[u8]) -> Arc<ClientConfig> {
    let provider = Arc::new(ring::default_provider());
    let mut config = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .expect("the provider has the usual versions")
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(AnyCertificate(provider)))
        .with_no_client_auth();
    config.alpn_protocols = vec![application.to_vec()];
    Arc::new(config)
}

/// Takes any certificate.
#[derive(Debug)]
struct AnyCertificate(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, TlsError> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
