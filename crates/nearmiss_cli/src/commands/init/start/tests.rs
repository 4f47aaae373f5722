use super::super::framework::framework;
use super::*;
use crate::project::tests::project;

/// The commands for files, with what they need.
fn found(files: &[(&str, &str)]) -> Candidates {
    let (project, _top) = project(files);
    let sources = Sources::of(&project);
    let framework = framework(&project, &sources);
    let manager = PackageManager::of(&project).0;
    candidates(&Known {
        project: &project,
        manager,
        sources: &sources,
        framework: framework.as_ref(),
        strips_types: false,
    })
}

fn commands(files: &[(&str, &str)]) -> Vec<String> {
    found(files).list.into_iter().map(|candidate| candidate.command).collect()
}

/// The commands of one script among files that are all there.
fn of_start(script: &str) -> Vec<String> {
    let script = serde_json::to_string(script).unwrap();
    let manifest = format!(
        r#"{{"scripts":{{"start":{script},"build":"tsc","inner":"node server.js"}},"devDependencies":{{"tsx":"4","ts-node":"10"}}}}"#
    );
    commands(&[
        ("package.json", &manifest),
        ("server.js", ""),
        ("src/server.ts", ""),
        ("dist/server.js", ""),
    ])
}

#[test]
fn a_script_that_runs_node_is_run_without_the_package_manager() {
    assert_eq!(of_start("node server.js"), ["node server.js"]);
    assert_eq!(of_start("NODE_ENV=test node server"), ["NODE_ENV=test node server"]);
    assert_eq!(
        of_start("cross-env A='b c' node ./server.js --x"),
        ["A='b c' node ./server.js --x"]
    );
    assert_eq!(of_start("node -r dotenv/config server.js"), ["node -r dotenv/config server.js"]);
    assert_eq!(of_start("npm run inner"), ["node server.js"]);
    assert_eq!(of_start("npm run build && node dist/server.js"), ["node dist/server.js"]);
}

#[test]
fn what_watches_files_is_taken_away() {
    assert_eq!(of_start("nodemon server.js"), ["node server.js"]);
    assert_eq!(of_start("nodemon --ext js,json -q -w src server.js"), ["node server.js"]);
    assert_eq!(of_start("node --watch server.js"), ["node server.js"]);
    assert_eq!(of_start("tsx watch src/server.ts"), ["node --import tsx src/server.ts"]);
    let ts_node = ["node --require ts-node/register src/server.ts"];
    assert_eq!(of_start("nodemon --exec \"ts-node\" src/server.ts"), ts_node);
    assert_eq!(of_start("nodemon src/server.ts"), ts_node);
    assert_eq!(of_start("ts-node-dev --respawn src/server.ts"), ts_node);
    assert_eq!(
        of_start("ts-node-dev --transpile-only src/server.ts"),
        ["npx ts-node --transpile-only src/server.ts"]
    );
    assert_eq!(of_start("nest start --watch"), ["npx nest start"]);
}

#[test]
fn what_is_not_one_command_is_run_as_it_is() {
    let local = r#"{"scripts":{"start":"node dist/main.js","start:local":"npm run env && cd dist && node -r dotenv/config main.js"}}"#;
    assert_eq!(
        commands(&[("package.json", local), ("dist/main.js", "")]),
        ["node dist/main.js", "npm run start:local"]
    );
    assert_eq!(of_start("node migrate.js && node server.js"), ["npm start"]);
    assert_eq!(of_start("node server.js | pino-pretty"), ["npm start"]);
    assert_eq!(of_start("fastify start -l info app.js"), ["npm start"]);
    let found = found(&[(
        "package.json",
        r#"{"scripts":{"dev":"concurrently 'tsc -w' 'nodemon dist/a.js'","start":"a"}}"#,
    )]);
    let watches: Vec<bool> = found.list.iter().map(|candidate| candidate.watches).collect();
    assert_eq!(watches, [false, true]);
}

#[test]
fn what_cannot_be_an_api_is_left_with_a_reason() {
    let left = |script: &str| {
        let manifest = format!(r#"{{"scripts":{{"start":"{script}"}}}}"#);
        let found = found(&[("package.json", &manifest)]);
        assert!(found.list.is_empty(), "{:?}", found.list);
        found.left[0].1.clone()
    };
    assert!(left("nitro dev").contains("build"));
    assert!(left("docker compose up").contains("containers"));
    assert!(left("vite --port 3").contains("front end"));
    assert!(left("bun src/index.ts").contains("bun"));
    assert!(left("forever start app.js").contains("process manager"));
    assert!(left("pm2 start gone.js").contains("gone.js"));
    assert!(left("node gone.js").contains("gone.js"));
    assert!(left("npm run nothing").contains("nothing"));
    assert!(left("npm run start").contains("start"));
}

#[test]
fn a_build_that_was_not_made_is_asked_for_unless_something_starts_without() {
    let manifest = r#"{"scripts":{"build":"tsc","start":"node dist/main.js"}}"#;
    let unbuilt = found(&[("package.json", manifest)]);
    assert_eq!(unbuilt.list[0].needs.as_deref(), Some("npm run build"));
    let manifest = r#"{"scripts":{"build":"tsc","start":"node dist/main.js","dev":"tsx watch src/main.ts"},"devDependencies":{"tsx":"4"}}"#;
    let files = [("package.json", manifest), ("src/main.ts", "app.listen(3)")];
    assert_eq!(commands(&files), ["node --import tsx src/main.ts", "node dist/main.js"]);
}

#[test]
fn what_npm_runs_before_a_script_is_told() {
    let with = |hook: &str| {
        let manifest = format!(r#"{{"scripts":{{"prestart":"{hook}","start":"node server.js"}}}}"#);
        let found = found(&[("package.json", &manifest), ("server.js", "")]);
        let told = |one: Candidate| (one.command, one.runs_first);
        found.list.into_iter().map(told).collect::<Vec<_>>()
    };
    let alone = ("node server.js".to_owned(), None);
    let whole = |hook: &str| ("npm start".to_owned(), Some(format!("prestart: {hook}")));
    assert_eq!(with("npm run build"), std::slice::from_ref(&alone));
    assert_eq!(with("node migrate.js"), [whole("node migrate.js")]);
    let both = "rm -rf data && node make.js";
    assert_eq!(with(both), [alone, whole(both)]);
}

#[test]
fn what_pm2_keeps_running_is_started_without_it() {
    let of = |script: &str, ecosystem: &str| {
        let manifest = format!(r#"{{"scripts":{{"start":"{script}","inner":"node src/api.js"}}}}"#);
        let listening = ("src/api.js", "app.listen(3)");
        let other = ("src/mailer.js", "");
        let mut all = commands(&[
            ("package.json", &manifest),
            ("ecosystem.json", ecosystem),
            listening,
            other,
        ]);
        all.swap_remove(0)
    };
    let apps = r#"{"apps":[{"name":"mailer","script":"src/mailer.js"},{"name":"api","script":"./src/api.js","node_args":"--no-warnings","args":["--x"],"env":{"A":"1"},"env_production":{"PORT":80}}]}"#;
    let production = "A=1 PORT=80 node --no-warnings src/api.js --x";
    assert_eq!(of("pm2-runtime start ecosystem.json --env production", apps), production);
    assert_eq!(of("pm2 start ecosystem.json --only mailer", apps), "node src/mailer.js");
    assert_eq!(of("pm2 start src/api.js --name a -i max -- --y", apps), "node src/api.js --y");
    assert_eq!(of("pm2 start npm --name a -- run inner", apps), "node src/api.js");
}

#[test]
fn nodemon_has_its_variables_from_its_configuration() {
    let nodemon = r#"{"exec":"node --no-warnings a.js","env":{"PORT":"4"}}"#;
    let manifest = r#"{"scripts":{"start":"nodemon"}}"#;
    let files = [("package.json", manifest), ("nodemon.json", nodemon), ("a.js", "")];
    assert_eq!(commands(&files), ["PORT=4 node --no-warnings a.js"]);
}

#[test]
fn programs_that_serve_a_build_ask_for_it() {
    let of = |script: &str, built: &str| {
        let manifest = format!(r#"{{"scripts":{{"build":"b","start":"{script}"}}}}"#);
        let found = found(&[("package.json", &manifest), (built, "")]);
        (found.list[0].command.clone(), found.list[0].needs.clone())
    };
    let build = Some("npm run build".to_owned());
    assert_eq!(of("next start -p 80", "a"), ("npx next start -p 80".to_owned(), build.clone()));
    assert_eq!(of("next start", ".next/BUILD_ID"), ("npx next start".to_owned(), None));
    let serve = "npx remix-serve build/server/index.js".to_owned();
    assert_eq!(of("remix-serve build/server/index.js", "a"), (serve, build.clone()));
    let nitro = "node .output/server/index.mjs";
    assert_eq!(of(nitro, "a"), (nitro.to_owned(), build));
}

#[test]
fn nest_starts_from_what_was_built_or_compiles_itself() {
    let manifest = r#"{"scripts":{"start":"nest start","start:dev":"nest start --watch","start:prod":"node dist/main"},"dependencies":{"@nestjs/core":"11"},"devDependencies":{"@nestjs/cli":"11","ts-node":"10","tsx":"4"}}"#;
    let source = ("src/main.ts", "NestFactory.create(AppModule)");
    let unbuilt = commands(&[("package.json", manifest), source, ("tsconfig.json", "{}")]);
    assert_eq!(
        unbuilt,
        [
            "npm start",
            "npx nest start",
            "node --require ts-node/register src/main.ts",
            "node dist/main"
        ]
    );
    let built = commands(&[("package.json", manifest), source, ("dist/main.js", "")]);
    assert_eq!(built[0], "node dist/main.js");
    let monorepo = ("nest-cli.json", r#"{"monorepo":true,"root":"apps/api"}"#);
    let built = [("package.json", manifest), source, monorepo, ("dist/apps/api/main.js", "")];
    assert_eq!(commands(&built)[0], "node dist/apps/api/main.js");
}

#[test]
fn without_scripts_files_that_listen_are_started() {
    assert_eq!(commands(&[("server.js", "http.createServer(f).listen(1)")]), ["node server.js"]);
    let manifest = ("package.json", r#"{"main":"./lib/app.js"}"#);
    let listening = "app.listen(1)";
    let both = [manifest, ("lib/app.js", listening), ("index.js", listening)];
    assert_eq!(commands(&both), ["node lib/app.js", "node index.js"]);
    let typescript = found(&[("package.json", "{}"), ("src/index.ts", listening)]);
    assert!(typescript.list.is_empty());
    assert!(typescript.left[0].1.contains("npm install --save-dev tsx"));
}
