//! Ground of every home on a server: its folder, the server in it, and how that is started again.

use std::ffi::OsString;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::error::HomeError;
use crate::folder::HomeFolder;
use crate::program;
use crate::server::Server;
use crate::server_user::ServerUser;

/// Letters that the path of a socket may have: the least of the systems that are known (macOS has 104 bytes, with the
/// end).
const MOST_OF_SOCKET: usize = 103;
/// Starts with another port, where somebody took the one that was free.
const MOST_PORTS: u32 = 5;

/// Place of a database.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum At {
    /// On a server of this machine.
    Server {
        /// Its address.
        host: String,
        /// Its port.
        port: u16,
        /// Its Unix socket, in a folder that only this user enters: of PostgreSQL the folder, of MariaDB and MySQL the
        /// socket. By it PostgreSQL asks nobody for a password.
        socket: PathBuf,
    },
    /// In a file.
    File(PathBuf),
}

/// A server that runs in a folder of its own. The server ends before the folder goes.
#[derive(Debug)]
pub(crate) struct Ground {
    server: Server,
    recipe: Recipe,
    folder: HomeFolder,
}

/// Start of the server of a folder.
#[derive(Clone, Debug)]
pub(crate) struct Recipe {
    /// Its program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// The folder of its data, which it works in.
    pub data: PathBuf,
    /// User who runs it.
    pub user: ServerUser,
    /// Time that it may take.
    pub limit: Duration,
}

impl Recipe {
    fn command(&self) -> Command {
        let mut command = program::command(&self.program);
        command.args(&self.arguments);
        command
    }

    fn name(&self) -> String {
        self.program.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// Makes the folder of a home, and answers who runs the server in it: of `names` the first user whom the system has, if
/// we are root.
pub(crate) fn folder(top: &Path, names: &[&str]) -> Result<(HomeFolder, ServerUser), HomeError> {
    let wrong = |source| HomeError::folder(top, source);
    let folder = HomeFolder::make(top).map_err(wrong)?;
    // The longest name in it: `.s.PGSQL.` and a port.
    let limit = MOST_OF_SOCKET - "/.s.PGSQL.65535".len();
    if folder.path().as_os_str().len() > limit {
        return Err(HomeError::LongPath { folder: folder.path().to_owned(), limit });
    }
    let user = ServerUser::choose(folder.path(), names).map_err(wrong)?;
    user.owns(folder.path()).map_err(wrong)?;
    Ok((folder, user))
}

/// Answers a port of the loopback that is free now.
pub(crate) fn free_port() -> std::io::Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

impl Ground {
    /// Starts a server on a free port, once more on another where somebody takes that meanwhile. `recipe` answers how
    /// it is started on a port, `answers` tells whether it takes connections there. Answers the port, too.
    pub fn start(
        mut folder: HomeFolder,
        recipe: &dyn Fn(u16) -> Result<Recipe, HomeError>,
        answers: &dyn Fn(u16) -> bool,
    ) -> Result<(Self, u16), HomeError> {
        let mut tried = 0;
        loop {
            tried += 1;
            let port = free_port().map_err(|source| HomeError::folder(folder.path(), source))?;
            let recipe = recipe(port)?;
            match start(&mut folder, &recipe, &|| answers(port)) {
                Ok(server) => return Ok((Self { server, recipe, folder }, port)),
                Err(HomeError::Server { said, .. }) if is_taken(&said) && tried < MOST_PORTS => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Answers its folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Answers the number of the server's process.
    pub fn pid(&self) -> u32 {
        self.server.pid()
    }

    /// Answers how the server ended and the end of its log, if it has.
    pub fn ended(&mut self) -> Option<String> {
        let status = self.server.ended()?;
        Some(format!("{status}: {}", self.server.words()))
    }

    /// Starts the server again where it was, after it has ended; `answers` tells whether it takes connections.
    pub fn restart(&mut self, answers: &dyn Fn() -> bool) -> Result<(), HomeError> {
        self.server.end();
        self.server = start(&mut self.folder, &self.recipe, answers)?;
        Ok(())
    }
}

fn start(
    folder: &mut HomeFolder,
    recipe: &Recipe,
    answers: &dyn Fn() -> bool,
) -> Result<Server, HomeError> {
    let log = folder.path().join("server.log");
    let began = Instant::now();
    let server = Server::start(&mut recipe.command(), (&recipe.data, &log), &recipe.user);
    let mut server = server.map_err(|source| HomeError::program(&recipe.name(), source))?;
    folder.note_server(server.pid()).map_err(|source| HomeError::folder(folder.path(), source))?;
    loop {
        if let Some(status) = server.ended() {
            let said = format!("It ended ({status}): {}", server.words());
            return Err(HomeError::server(folder.path(), &recipe.name(), said));
        }
        if answers() {
            tracing::debug!(pid = server.pid(), after = ?began.elapsed(), "{} answers", recipe.name());
            return Ok(server);
        }
        if began.elapsed() > recipe.limit {
            let waited = recipe.limit.as_secs();
            let said = format!("It took no connections within {waited} s: {}", server.words());
            return Err(HomeError::server(folder.path(), &recipe.name(), said));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn is_taken(said: &str) -> bool {
    said.contains("in use") || said.contains("could not bind")
}
