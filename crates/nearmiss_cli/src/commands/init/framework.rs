//! Which framework the API is written with.

use super::sources::Sources;
use crate::project::Project;

/// A framework, and how it was recognised.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Framework {
    /// What people call it, with the version where it is known.
    pub name: String,
    /// Why it is this one.
    pub why: String,
    /// Whether its router can be asked for its routes: then no schema is needed.
    pub tells_routes: bool,
    /// Whether it is NestJS, which is started in ways of its own.
    pub is_nest: bool,
}

/// Packages with what people call them; those first that stand on others. The last word: whether
/// `npm/nearmiss/sut/routes` reads their router.
const KNOWN: [(&str, &str, bool); 21] = [
    ("@nestjs/core", "NestJS", true),
    ("@adonisjs/core", "AdonisJS", true),
    ("@loopback/rest", "LoopBack", false),
    ("next", "Next.js", true),
    ("@remix-run/server-runtime", "Remix", true),
    ("@remix-run/node", "Remix", true),
    ("@react-router/node", "React Router", true),
    ("nitropack", "Nitro", true),
    ("nitro", "Nitro", true),
    ("@feathersjs/feathers", "Feathers", true),
    ("sails", "Sails", true),
    ("fastify", "Fastify", true),
    ("@hapi/hapi", "hapi", true),
    ("hapi", "hapi", true),
    ("restify", "restify", true),
    ("polka", "Polka", true),
    ("h3", "h3", true),
    ("elysia", "Elysia", true),
    ("hono", "Hono", true),
    ("koa", "Koa", true),
    ("express", "Express", true),
];

/// The framework of a project; `None` if nothing in it looks like an API.
pub fn framework(project: &Project, sources: &Sources) -> Option<Framework> {
    let known = KNOWN.iter().find(|(package, ..)| project.uses(package));
    let Some((package, name, tells_routes)) = known else {
        let file = sources.listening().next()?;
        return Some(Framework {
            name: "Node's http".to_owned(),
            why: format!("{} listens, and no framework is among the packages", file.path),
            // Paths follow from what it compares the URL with.
            tells_routes: true,
            is_nest: false,
        });
    };
    let version = installed_version(project, package);
    let version = version.map(|version| format!(" {version}")).unwrap_or_default();
    let is_nest = *package == "@nestjs/core";
    let on_fastify = is_nest && project.uses("@nestjs/platform-fastify");
    let platform = if on_fastify { " on Fastify" } else { "" };
    Some(Framework {
        name: format!("{name}{version}{platform}"),
        why: format!("package {package}"),
        tells_routes: *tells_routes,
        is_nest,
    })
}

fn installed_version(project: &Project, package: &str) -> Option<String> {
    let text = std::fs::read_to_string(project.installed(package)?.join("package.json")).ok()?;
    let manifest: serde_json::Value = serde_json::from_str(&text).ok()?;
    manifest["version"].as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::tests::project;

    fn of(files: &[(&str, &str)]) -> Option<Framework> {
        let (project, _top) = project(files);
        framework(&project, &Sources::of(&project))
    }

    fn with(package: &str) -> Framework {
        let manifest = format!(r#"{{"dependencies":{{"express":"4","{package}":"1"}}}}"#);
        of(&[("package.json", &manifest)]).unwrap()
    }

    #[test]
    fn what_stands_on_others_comes_first() {
        assert_eq!(with("@nestjs/core").name, "NestJS");
        assert!(with("@nestjs/core").is_nest);
        assert_eq!(with("fastify").name, "Fastify");
        assert_eq!(with("koa").name, "Koa");
        assert_eq!(with("hono").name, "Hono");
        assert_eq!(with("express").name, "Express");
        assert!(with("@hapi/hapi").tells_routes);
        assert!(!with("@loopback/rest").tells_routes);
    }

    #[test]
    fn the_version_is_the_installed_one() {
        let express = of(&[
            ("package.json", r#"{"dependencies":{"express":"^4.0.0"}}"#),
            ("node_modules/express/package.json", r#"{"version":"4.22.3"}"#),
        ]);
        assert_eq!(express.unwrap().name, "Express 4.22.3");
    }

    #[test]
    fn without_packages_a_server_is_plain_http() {
        let plain = of(&[("server.js", "require('http').createServer(f).listen(80)")]).unwrap();
        assert!(plain.name.contains("http") && plain.why.contains("server.js"));
        assert_eq!(of(&[("index.js", "module.exports = 1")]), None);
    }
}
