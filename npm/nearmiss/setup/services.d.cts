{
  /** Has requests at a service (`https://api.example`) answered; a star in the path is any segment. Of several answers each is given once, in order. */
  reply(origin: string, method: string, path: string, status: number, body?: unknown, headers?: Record<string, string>): Promise<void>;
  /** Has something go wrong in the place of an answer. */
  fail(origin: string, method: string, path: string, fault: "refused" | "reset" | "timeout" | "slow" | "cut" | "garbled" | "page"): Promise<void>;
  /** Forgets all answers. */
  forget(): Promise<void>;
}
