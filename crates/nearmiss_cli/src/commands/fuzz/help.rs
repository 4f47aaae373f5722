//! The help of `fuzz`.

/// What stands below the options.
pub const HELP: &str = "\
Examples:
  nearmiss init && nearmiss fuzz
  nearmiss fuzz --start \"node server.js\" --openapi http://localhost:3000/openapi.json --time 10m
  nearmiss fuzz --start \"node server.js\" --openapi openapi.yaml --calls 20000 --seed 1
  nearmiss fuzz --driver nearmiss.driver.js

The API runs unchanged; its own files are instrumented as Node loads them. It listens on a free
port instead of its own, so nothing that already runs is touched. Options can also stand in
nearmiss.config.{mjs,js,cjs,ts,json} or under the key \"nearmiss\" of package.json, by their long names
in camelCase.

Users of --auth (format of Web Fuzzing Commons):
  auth:
    - name: admin
      loginEndpointAuth:
        endpoint: /login
        verb: POST
        contentType: application/json
        payloadUserPwd: {username: admin, password: \"${SHOP_ADMIN_PASSWORD}\", usernameField: user, passwordField: password}
        token: {extractFrom: body, extractSelector: /token, sendIn: header, sendName: Authorization, sendTemplate: \"Bearer {token}\"}
    - name: clerk
      fixedHeaders: [{name: X-Api-Key, value: \"${SHOP_CLERK_KEY}\"}]
    - name: machine
      oauth2: {grant: client_credentials, endpoint: /oauth/token, clientId: m, clientSecret: \"${SHOP_M}\", scope: read}
expectCookies: true in place of token; createUsers makes a user before the login; authTemplate holds for all.
${NAME} is a variable of the environment. The written tests read secrets from the variables that the file
names, or from NEARMISS_<USER>_PASSWORD and the like: the head of support/users.cjs lists them.

Exit codes: 0 done, 1 faults were found and --fail-on-fault is given, or the API serves where nearmiss
does not call (a Unix socket, a worker thread), 2 wrong usage or a schema that cannot be used, 3 the API
could not be started.";
