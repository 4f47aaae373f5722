/** Where the schema of the API is. */
export interface ProblemInfo {
  /** URL, or a file relative to the working directory. A URL on the API's own wanted port is followed to the real one. */
  openapi?: string;
  /** Path of a GraphQL endpoint, for `nearmiss serve`: nearmiss's own search takes REST APIs only. */
  graphql?: string;
}

/** One user that calls may be made as. */
export interface AuthenticationInfo {
  /** Name of the user in reports and tests. */
  name: string;
  /** Headers that are sent with a call of this user. */
  headers?: Record<string, string>;
  /** The same as a list. */
  fixedHeaders?: { name: string; value: string }[];
  /** How this user logs in, in the format of Web Fuzzing Commons (`auth.yaml`). */
  loginEndpointAuth?: object;
  /** A call that makes the user before the login, in the same format. */
  createUsers?: object;
  /** A login by OAuth2: `{ grant: "client_credentials", endpoint: "/oauth/token", clientId, clientSecret, scope }`. */
  oauth2?: object;
  requireMockHandling?: boolean;
}

/**
 * How nearmiss starts, stops and resets an API.
 *
 * Export a class that extends this one as the default export (ES modules, TypeScript) or as `module.exports`.
 */
export abstract class SutDriver {
  /** Starts the API and answers its base URL, such as `http://localhost:${server.address().port}`. */
  abstract startSut(): Promise<string> | string;
  /** Stops what `startSut` started. */
  abstract stopSut(): Promise<void> | void;
  /** Puts the state of the API (data, caches, counters) back to what it is after the start. */
  abstract resetStateOfSUT(): Promise<void> | void;
  /** Where the schema is. */
  abstract getProblemInfo(): Promise<ProblemInfo> | ProblemInfo;
  /** Who may log in; nobody by default. */
  getInfoForAuthentication(): Promise<AuthenticationInfo[]> | AuthenticationInfo[];
  /** Called in generated tests before the API is started; does nothing by default. */
  setupForGeneratedTest(): Promise<void> | void;
}

export { SutDriver as SutController };

/** What a `ControllerServer` may be told. */
export interface ControllerServerOptions {
  /** File of the driver, where it cannot be found by its class: `__filename` in that file, or `fileURLToPath(import.meta.url)`. */
  file?: string;
  /** More options of `nearmiss serve`, such as `["--reset", "restart"]`. */
  args?: string[];
}

/** What `nearmiss serve` does, for a script: the controller that EvoMaster's core talks to. */
export class ControllerServer {
  /** A driver by its file, its class or an object of it; the file is loaded again, in a process of its own. */
  constructor(driver: string | SutDriver | (new () => SutDriver), options?: ControllerServerOptions);
  /** Starts the API and the controller; answers the port it listens on. 0: any that is free. Default: 40100. */
  start(port?: number): Promise<number>;
  /** Ends the controller and the API. */
  stop(): Promise<void>;
}
