//! From the document to users.

use serde_json::{Value, json};

use super::Form;
use super::document::{parse, with_template};
use super::fields::{Fields, Place, ReadUsersError};
use super::generator::{filled, generated};
use super::model::{Gives, Login, Request, Sent, TokenFrom, User, Users};
use super::request::{header_of, request_of, target_of};
use super::text::{Piece, Text};
use super::variables::{Variables, variable_word};
use crate::header_name;

const OF_A_USER: [&str; 7] = [
    "name",
    "requireMockHandling",
    "fixedHeaders",
    "headers",
    "loginEndpointAuth",
    "createUsers",
    "oauth2",
];
const OF_A_CALL: [&str; 7] = [
    "endpoint",
    "externalEndpointURL",
    "verb",
    "headers",
    "contentType",
    "payloadRaw",
    "payloadUserPwd",
];
const GRANTS: [&str; 2] = ["client_credentials", "password"];

/// What is known while the users of a document are read.
pub(super) struct Reader<'e> {
    environment: &'e dyn Fn(&str) -> Option<String>,
    variables: std::cell::RefCell<Variables>,
    user: String,
}

impl Reader<'_> {
    /// Text in which `${NAME}` is the value of a variable, and the rest is as it is.
    pub fn text(
        &self,
        raw: &str,
        form: Form,
        fields: &Fields<'_>,
        key: &str,
    ) -> Result<Text, ReadUsersError> {
        self.split(raw, form, Form::Plain, fields, key)
    }

    /// The same, with the rest in that form, too.
    pub fn encoded(
        &self,
        raw: &str,
        form: Form,
        fields: &Fields<'_>,
        key: &str,
    ) -> Result<Text, ReadUsersError> {
        self.split(raw, form, form, fields, key)
    }

    /// Text that must not be seen: without a variable, it becomes one.
    pub fn secret(
        &self,
        raw: &str,
        what: &str,
        form: Form,
        fields: &Fields<'_>,
        key: &str,
    ) -> Result<Text, ReadUsersError> {
        let text = self.encoded(raw, form, fields, key)?;
        if !text.variables().is_empty() || raw.is_empty() {
            return Ok(text);
        }
        Ok(Text::variable(self.name_secret(what, &raw.replace("$${", "${")), form))
    }

    /// Names a secret of the user.
    pub fn name_secret(&self, what: &str, value: &str) -> String {
        let wanted = format!("NEARMISS_{}_{what}", variable_word(&self.user));
        self.variables.borrow_mut().name_secret(&wanted, value)
    }

    fn split(
        &self,
        raw: &str,
        form: Form,
        literal: Form,
        fields: &Fields<'_>,
        key: &str,
    ) -> Result<Text, ReadUsersError> {
        let mut text = Text::default();
        let mut rest = raw;
        while let Some(at) = rest.find("${") {
            let before = &rest[..at];
            if let Some(before) = before.strip_suffix('$') {
                text.push(&literal.of(&format!("{before}${{")));
                rest = &rest[at + 2..];
                continue;
            }
            let Some(length) = rest[at..].find('}') else {
                return Err(fields.error(key, "has a `${` without its `}`; a literal one is `$${`"));
            };
            let name = &rest[at + 2..at + length];
            let named = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            if name.is_empty() || !name.chars().all(named) {
                return Err(
                    fields.error(key, &format!("names no environment variable in `${{{name}}}`"))
                );
            }
            let Some(value) = (self.environment)(name) else {
                let why = format!("needs the environment variable {name}, which is not set");
                return Err(fields.error(key, &why));
            };
            self.variables.borrow_mut().set(name, &value);
            text.push(&literal.of(before));
            text.0.push(Piece::Variable { name: name.to_owned(), form });
            rest = &rest[at + length + 1..];
        }
        text.push(&literal.of(rest));
        Ok(text)
    }
}

impl Users {
    /// Reads an auth file. `origin` is what messages call it, `environment` looks up a variable.
    ///
    /// # Errors
    /// The first thing that is wrong: file, user, key, and what is allowed.
    pub fn read(
        text: &str,
        origin: &str,
        environment: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, ReadUsersError> {
        Self::of(&parse(text, origin)?, origin, environment)
    }

    /// Users of a document, or of a list as drivers answer it.
    ///
    /// # Errors
    /// As [`Users::read`].
    pub fn of(
        document: &Value,
        origin: &str,
        environment: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, ReadUsersError> {
        let place = |path: &str, user: Option<String>| Place {
            origin: origin.to_owned(),
            user,
            path: path.to_owned(),
        };
        let listed;
        let document = match document {
            Value::Array(_) => {
                listed = json!({ "auth": document });
                &listed
            }
            document => document,
        };
        let root = Fields::of(document, place("", None))?;
        root.only(&["schemaVersion", "auth", "authTemplate", "configs"])?;
        if !root.has("auth") {
            return Err(root.error("auth", "is missing: a list of users"));
        }
        root.list("auth")?;
        if let Some(template) = root.inner("authTemplate")? {
            template.only(&OF_A_USER)?;
        }
        let mut users = Self::default();
        let mut reader = Reader { environment, variables: Default::default(), user: String::new() };
        for (index, own) in document["auth"].as_array().into_iter().flatten().enumerate() {
            let merged = with_template(own, &document["authTemplate"]);
            let fields = Fields::of(&merged, place(&format!("auth[{index}]"), None))?;
            let name = fields.needed_text("name")?;
            if users.index_of(&name).is_some() {
                return Err(fields.error("name", &format!("`{name}` is that of two users")));
            }
            reader.user.clone_from(&name);
            let fields = Fields::of(&merged, place("", Some(name.clone())))?;
            if fields.flag("requireMockHandling")? {
                users.warnings.push(format!(
                    "user `{name}`: requireMockHandling: no answers of other services are made up; calls \
                     of this user may be refused"
                ));
            }
            users.list.push(user_of(name, &fields, &mut reader)?);
        }
        users.variables = reader.variables.into_inner();
        Ok(users)
    }
}

fn user_of(
    name: String,
    fields: &Fields<'_>,
    reader: &mut Reader<'_>,
) -> Result<User, ReadUsersError> {
    fields.only(&OF_A_USER)?;
    let mut headers = Vec::new();
    for header in fields.list("fixedHeaders")? {
        header.only(&["name", "value"])?;
        let (key, value) = (header.needed_text("name")?, header.needed_text("value")?);
        headers.push(header_of(&key, &value, true, &header, reader)?);
    }
    for (key, value) in fields.pairs("headers")? {
        headers.push(header_of(&key, &value, true, fields, reader)?);
    }
    let mut made = Vec::new();
    let mut registration = None;
    if let Some(create) = fields.inner("createUsers")? {
        create.only(&[&OF_A_CALL[..6], &["generators"]].concat())?;
        create.needed_text("contentType")?;
        create.needed_text("payloadRaw")?;
        made = generated(&create, &name)?;
        registration = Some(request_of(&create, reader, &made)?);
    }
    let login = match (fields.inner("loginEndpointAuth")?, fields.inner("oauth2")?) {
        (Some(_), Some(_)) => {
            return Err(fields.error("oauth2", "and loginEndpointAuth exclude each other"));
        }
        (Some(login), None) => {
            login.only(&[&OF_A_CALL[..], &["token", "expectCookies"]].concat())?;
            let gives = gives_of(&login)?;
            Some(Login { request: request_of(&login, reader, &made)?, gives })
        }
        (None, Some(oauth2)) => Some(oauth2_of(&oauth2, reader, &made)?),
        (None, None) => None,
    };
    if headers.is_empty() && login.is_none() {
        let why = "says nothing of how calls are made as this user: fixedHeaders, loginEndpointAuth or oauth2";
        return Err(fields.error("", why));
    }
    Ok(User { name, headers, registration, login })
}

fn gives_of(login: &Fields<'_>) -> Result<Gives, ReadUsersError> {
    let cookies = login.flag("expectCookies")?;
    let Some(token) = login.inner("token")? else {
        if cookies {
            return Ok(Gives::Cookies);
        }
        return Err(login.error("token", "is missing, or expectCookies: true"));
    };
    if cookies {
        return Err(login.error("token", "and expectCookies: true exclude each other"));
    }
    token.only(&["extractFrom", "extractSelector", "sendIn", "sendName", "sendTemplate"])?;
    let from = token.needed_one_of("extractFrom", &["body", "header"])?;
    let selector = token.text("extractSelector")?;
    let selector = selector.ok_or_else(|| {
        token.error("extractSelector", "is missing: a JSON pointer or the name of a header")
    })?;
    let from = match from.as_str() {
        "body" if selector.is_empty() || selector.starts_with('/') => TokenFrom::Body(selector),
        "body" => {
            let why = format!("must be a JSON pointer that begins with /, such as /{selector}");
            return Err(token.error("extractSelector", &why));
        }
        _ => TokenFrom::Header(selector.to_ascii_lowercase()),
    };
    let sent = token.needed_one_of("sendIn", &["header", "query", "cookie"])?;
    let name = token.needed_text("sendName")?;
    let sent = match sent.as_str() {
        "header" => Sent::Header(header_name(&name)),
        "query" => Sent::Query(name),
        _ => Sent::Cookie(name),
    };
    let template = token.text("sendTemplate")?.unwrap_or_else(|| "{token}".to_owned());
    if !template.contains("{token}") {
        return Err(token.error("sendTemplate", "must hold {token}, such as \"Bearer {token}\""));
    }
    Ok(Gives::Token { from, sent, template })
}

/// RFC 6749, sections 4.3 and 4.4: a form to the token endpoint, a bearer token back.
fn oauth2_of(
    fields: &Fields<'_>,
    reader: &mut Reader<'_>,
    made: &[super::generator::Generated],
) -> Result<Login, ReadUsersError> {
    fields.only(&[
        "grant",
        "endpoint",
        "externalEndpointURL",
        "clientId",
        "clientSecret",
        "scope",
        "audience",
        "username",
        "password",
        "clientAuthentication",
    ])?;
    let (server, target) = target_of(fields, reader)?;
    let grant = fields.needed_one_of("grant", &GRANTS)?;
    let form = Form::Component;
    let mut body = Text::literal(&format!("grant_type={grant}"));
    let mut add = |name: &str, value: Text| {
        body.push(&format!("&{name}="));
        body.append(value);
    };
    if grant == "password" {
        let user = filled(&fields.needed_text("username")?, made);
        add("username", reader.encoded(&user, form, fields, "username")?);
        let password = fields.needed_text("password")?;
        add("password", reader.secret(&password, "PASSWORD", form, fields, "password")?);
    }
    for name in ["scope", "audience"] {
        if let Some(value) = fields.text(name)? {
            add(name, reader.encoded(&value, form, fields, name)?);
        }
    }
    let mut headers = vec![("Accept".to_owned(), Text::literal("application/json"))];
    let by = fields.one_of("clientAuthentication", &["header", "body"])?;
    let id = match grant.as_str() {
        "password" if !fields.has("clientId") => None,
        _ => Some(reader.encoded(&fields.needed_text("clientId")?, form, fields, "clientId")?),
    };
    let secret = match id {
        Some(_) if grant == "client_credentials" || fields.has("clientSecret") => {
            let secret = fields.needed_text("clientSecret")?;
            Some(reader.secret(&secret, "CLIENT_SECRET", form, fields, "clientSecret")?)
        }
        _ => None,
    };
    match (id, secret) {
        (Some(id), Some(secret)) if by.as_deref() != Some("body") => {
            let mut pair = id;
            pair.push(":");
            pair.append(secret);
            let basic = vec![Piece::Text("Basic ".to_owned()), Piece::Base64(pair.0)];
            headers.push(("Authorization".to_owned(), Text(basic)));
        }
        (id, secret) => {
            for (name, value) in [("client_id", id), ("client_secret", secret)] {
                value.into_iter().for_each(|value| add(name, value));
            }
        }
    }
    let body = Some(("application/x-www-form-urlencoded".to_owned(), body));
    let request = Request { server, method: "POST".to_owned(), target, headers, body };
    let gives = Gives::Token {
        from: TokenFrom::Body("/access_token".to_owned()),
        sent: Sent::Header("Authorization".to_owned()),
        template: "Bearer {token}".to_owned(),
    };
    Ok(Login { request, gives })
}
