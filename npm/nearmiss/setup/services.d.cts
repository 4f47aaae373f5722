{
  /** Has requests at a service (`https://api.example`) answered; a star in the path is any segment. Of several answers each is given once, in order. */
  reply(origin: string, method: string, path: string, status: number, body?: unknown, headers?: Record<string, string>): Promise<void>;
  /** Forgets all answers. */
  forget(): Promise<void>;
}
