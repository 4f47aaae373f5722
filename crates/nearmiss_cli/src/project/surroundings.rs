//! What an API needs around it: installed packages, variables of the environment, databases.

use super::package_manager::PackageManager;
use super::project::Project;

/// Files that show which variables there are, and what they are copied to.
const EXAMPLES: [&str; 7] = [
    ".env.example",
    ".env.sample",
    ".env.dist",
    ".env.template",
    ".env.defaults",
    "example.env",
    ".example.env",
];
/// Packages and the servers that they talk to.
const SERVERS: [(&str, &str); 22] = [
    ("mongoose", "MongoDB"),
    ("mongodb", "MongoDB"),
    ("pg", "PostgreSQL"),
    ("postgres", "PostgreSQL"),
    ("pg-promise", "PostgreSQL"),
    ("mysql", "MySQL"),
    ("mysql2", "MySQL"),
    ("mariadb", "MariaDB"),
    ("mssql", "SQL Server"),
    ("tedious", "SQL Server"),
    ("oracledb", "Oracle"),
    ("redis", "Redis"),
    ("ioredis", "Redis"),
    ("bull", "Redis"),
    ("bullmq", "Redis"),
    ("amqplib", "RabbitMQ"),
    ("kafkajs", "Kafka"),
    ("nats", "NATS"),
    ("cassandra-driver", "Cassandra"),
    ("neo4j-driver", "Neo4j"),
    ("@elastic/elasticsearch", "Elasticsearch"),
    ("memcached", "Memcached"),
];
/// What Prisma calls databases that are servers.
const PRISMA: [(&str, &str); 5] = [
    ("postgresql", "PostgreSQL"),
    ("mysql", "MySQL"),
    ("mongodb", "MongoDB"),
    ("sqlserver", "SQL Server"),
    ("cockroachdb", "CockroachDB"),
];

/// Something that should be there.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Need {
    /// What it is.
    pub what: String,
    /// What to do.
    pub remedy: String,
    /// Whether nothing works without it.
    pub missing: bool,
}

/// Packages that are not installed.
pub fn packages(project: &Project, manager: PackageManager) -> Option<Need> {
    // Plug'n'Play of Yarn has no folder.
    if project.folder.ancestors().any(|folder| folder.join(".pnp.cjs").is_file()) {
        return None;
    }
    let (name, _) = project.dependencies().find(|(name, _)| project.installed(name).is_none())?;
    // An optional or a peer package may be absent; what the API is made of may not.
    let is_needed = !project.folder.ancestors().any(|folder| folder.join("node_modules").is_dir());
    Some(Need {
        what: match is_needed {
            true => "the packages are not installed".to_owned(),
            false => format!("the package {name} is not installed"),
        },
        remedy: manager.install(),
        missing: is_needed,
    })
}

/// Variables of the environment that are only shown by an example.
pub fn environment(project: &Project) -> Option<Need> {
    let example = EXAMPLES.into_iter().find(|file| project.has(file))?;
    (!project.has(".env")).then(|| Need {
        what: format!("there is a {example} and no .env"),
        remedy: format!("cp {example} .env, and fill it in"),
        missing: false,
    })
}

/// Servers that the API talks to, each once.
pub fn servers(project: &Project) -> Vec<Need> {
    let mut named: Vec<(&str, String)> = Vec::new();
    let mut add = |server: &'static str, why: String| {
        if !named.iter().any(|(known, _)| *known == server) {
            named.push((server, why));
        }
    };
    for (package, server) in SERVERS {
        if project.uses(package) {
            add(server, format!("package {package}"));
        }
    }
    if let Some(schema) = project.read_text("prisma/schema.prisma") {
        let uses = |provider: &str| schema.contains(&format!("\"{provider}\""));
        for (_, server) in PRISMA.into_iter().filter(|(provider, _)| uses(provider)) {
            add(server, "prisma/schema.prisma".to_owned());
        }
    }
    let needs = named.into_iter().map(|(server, why)| Need {
        what: format!("{server} ({why})"),
        remedy: remedy(server).to_owned(),
        missing: false,
    });
    needs.collect()
}

/// Says what a server takes.
fn remedy(server: &str) -> &'static str {
    match server {
        "PostgreSQL" => {
            "its programs must be on this machine (apt-get install postgresql): the API gets a server of our own"
        }
        "MySQL" | "MariaDB" => {
            "its programs must be on this machine (apt-get install mariadb-server): the API gets a server of our own"
        }
        _ => "it must be reachable when the API starts; use one whose data may be lost",
    }
}

#[cfg(test)]
mod tests {
    use super::super::project::tests::project;
    use super::*;

    #[test]
    fn packages_that_are_not_installed_are_missed() {
        let manifest = ("package.json", r#"{"dependencies":{"express":"4","left":"1"}}"#);
        let of = |files: &[(&str, &str)]| packages(&project(files).0, PackageManager::Pnpm);
        let none = of(&[manifest]).unwrap();
        assert!(none.missing && none.remedy == "pnpm install");
        let one = of(&[manifest, ("node_modules/express/package.json", "{}")]).unwrap();
        assert!(!one.missing && one.what.contains("left"));
        assert_eq!(of(&[("package.json", "{}")]), None);
        assert_eq!(of(&[manifest, (".pnp.cjs", "")]), None);
    }

    #[test]
    fn an_example_of_variables_without_the_file_is_told() {
        let of = |files: &[(&str, &str)]| environment(&project(files).0);
        assert!(of(&[(".env.example", "A=1")]).unwrap().remedy.starts_with("cp .env.example .env"));
        assert_eq!(of(&[(".env.example", "A=1"), (".env", "A=2")]), None);
        assert_eq!(of(&[]), None);
    }

    #[test]
    fn servers_are_named_once_with_their_reason() {
        let manifest = r#"{"dependencies":{"mongoose":"8","mongodb":"6","ioredis":"5","@prisma/client":"6","better-sqlite3":"11"}}"#;
        let (project, _top) = project(&[
            ("package.json", manifest),
            ("prisma/schema.prisma", "datasource db {\n provider = \"postgresql\"\n}"),
        ]);
        let named: Vec<String> = servers(&project).into_iter().map(|need| need.what).collect();
        assert_eq!(
            named,
            [
                "MongoDB (package mongoose)",
                "Redis (package ioredis)",
                "PostgreSQL (prisma/schema.prisma)"
            ]
        );
    }
}
