//! A connection to a SUT that is told, in its map, when a call was put into it.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use nearmiss_targets::layout::word;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use crate::shared_map::SharedMap;

/// Writes its own port in the word `CORE_PORT` of a map, if there is one, and counts in the word `SENT` what is written.
pub(crate) struct ToldStream {
    stream: TcpStream,
    map: Option<Arc<SharedMap>>,
}

impl ToldStream {
    pub(crate) fn new(stream: TcpStream, map: Option<Arc<SharedMap>>) -> Self {
        if let (Some(map), Ok(here)) = (&map, stream.local_addr()) {
            map.store(word::CORE_PORT, here.port().into());
        }
        Self { stream, map }
    }

    fn tell<T>(&self, written: Poll<T>) -> Poll<T> {
        if let (Poll::Ready(_), Some(map)) = (&written, &self.map) {
            map.note_sent();
        }
        written
    }
}

impl AsyncRead for ToldStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for ToldStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.tell(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.tell(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
