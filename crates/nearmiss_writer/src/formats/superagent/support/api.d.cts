/** An answer of the API. */
export interface Answer {
  readonly status: number;
  /** The media type, without its parameters. */
  readonly type: string;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** What the text is in JSON, if the media type says that it is; else empty. */
  readonly body: any;
}

/** A call that is made when it is awaited: a request of SuperAgent. */
export interface Call extends PromiseLike<Answer> {
  set(header: string, value: string | string[]): this;
  use(plugin: (call: this) => void): this;
  send(body: string | object): this;
  /** How many milliseconds it may take. */
  timeout(ms: number): this;
  catch<T>(otherwise: (error: unknown) => T | PromiseLike<T>): Promise<Answer | T>;
}

export function call(method: string, target: string): Call;

/** The API under test. */
export const sut: {
  start(): Promise<void>;
  /** Brings it back to its first state. */
  reset(): Promise<void>;
  stop(): Promise<void>;
  /** What became of a call that had no answer: "timeout", "broken", or the status that it has now. */
  fate(call: PromiseLike<Answer>): Promise<string>;
  /** Whether it ends by itself, now or soon. */
  ended(): Promise<boolean>;
  /** Base URL while it runs. */
  readonly url: string | undefined;
};
