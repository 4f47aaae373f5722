//! Users that calls can be made as, as Web Fuzzing Commons describes them.

use crate::read::{bodies, names};

names! {
    /// Method of a call that logs in or makes a user.
    pub enum HttpVerb {
        /// `POST`.
        Post,
        /// `GET`.
        Get,
        /// `PATCH`.
        Patch,
        /// `DELETE`.
        Delete,
        /// `PUT`.
        Put,
    }

    /// Where the answer of a login has the token.
    pub enum ExtractFrom {
        /// In its body.
        Body,
        /// In a header.
        Header,
    }

    /// Where calls have the token.
    pub enum SendIn {
        /// In a header.
        Header,
        /// In the query.
        Query,
    }
}

bodies! {
    /// A user.
    pub struct AuthenticationDto {
        /// Its name in tests; the core needs it.
        pub name: String,
        /// Whether calls need mocks to be made as this user.
        pub require_mock_handling: Option<bool>,
        /// Headers that each call has.
        pub fixed_headers: Vec<HeaderDto>,
        /// A login before calls.
        pub login_endpoint_auth: Option<LoginEndpointDto>,
        /// How such users are made.
        pub create_users: Option<CreateUsersDto>,
        /// A login by a call (RPC).
        pub json_auth_endpoint: Option<JsonAuthRPCEndpointDto>,
        /// A login inside the driver (RPC).
        pub local_auth_setup: Option<LocalAuthenticationDto>,
    }

    /// A header.
    pub struct HeaderDto {
        /// Its name.
        pub name: String,
        /// Its value.
        pub value: String,
    }

    /// A login before calls.
    pub struct LoginEndpointDto {
        /// Its path, in the SUT.
        pub endpoint: Option<String>,
        /// Its address, elsewhere.
        #[serde(rename = "externalEndpointURL")]
        pub external_endpoint_url: Option<String>,
        /// Its body.
        pub payload_raw: Option<String>,
        /// What its body is made of.
        pub payload_user_pwd: Option<PayloadUsernamePasswordDto>,
        /// Its headers.
        pub headers: Vec<HeaderDto>,
        /// Its method.
        pub verb: Option<HttpVerb>,
        /// The type of its body.
        pub content_type: Option<String>,
        /// The token in its answer.
        pub token: Option<TokenHandlingDto>,
        /// Whether it answers with cookies instead.
        pub expect_cookies: bool,
    }

    /// What the body of a login is made of.
    pub struct PayloadUsernamePasswordDto {
        /// The user's name.
        pub username: Option<String>,
        /// The password.
        pub password: Option<String>,
        /// Member for the user's name.
        pub username_field: Option<String>,
        /// Member for the password.
        pub password_field: Option<String>,
    }

    /// How a token comes from the answer of a login into calls.
    pub struct TokenHandlingDto {
        /// Where the answer has it.
        pub extract_from: Option<ExtractFrom>,
        /// Which header, or a pointer into the body.
        pub extract_selector: Option<String>,
        /// Where calls have it.
        pub send_in: Option<SendIn>,
        /// Name of the header or query parameter.
        pub send_name: Option<String>,
        /// Its value, with `{token}` in it.
        pub send_template: Option<String>,
    }

    /// How users are made.
    pub struct CreateUsersDto {
        /// Path of the call that makes one, in the SUT.
        pub endpoint: Option<String>,
        /// Its address, elsewhere.
        #[serde(rename = "externalEndpointURL")]
        pub external_endpoint_url: Option<String>,
        /// Its body, with place holders.
        pub payload_raw: Option<String>,
        /// Its method.
        pub verb: Option<HttpVerb>,
        /// The type of its body.
        pub content_type: Option<String>,
        /// What place holders become.
        pub generators: Vec<UserGeneratorDto>,
    }

    /// What a place holder becomes.
    pub struct UserGeneratorDto {
        /// The place holder.
        pub place_holder: String,
        /// The shortest text.
        pub min_length: Option<i32>,
        /// The longest text.
        pub max_length: Option<i32>,
        /// What stands in front.
        pub prefix: Option<String>,
        /// What stands behind.
        pub postfix: Option<String>,
    }

    /// A login by a call (RPC).
    pub struct JsonAuthRPCEndpointDto {
        /// The user.
        pub user_id: Option<String>,
        /// The interface.
        pub interface_name: Option<String>,
        /// The endpoint.
        pub endpoint_name: Option<String>,
        /// What it is given, as JSON texts.
        pub json_payloads: Vec<String>,
        /// Types of what it is given.
        pub class_names: Vec<String>,
        /// The annotation of endpoints that need it.
        pub annotation_on_endpoint: Option<String>,
    }

    /// A login inside the driver (RPC).
    pub struct LocalAuthenticationDto {
        /// What the driver is given.
        pub authentication_info: Option<String>,
        /// The annotation of endpoints that need it.
        pub annotation_on_endpoint: Option<String>,
    }
}
