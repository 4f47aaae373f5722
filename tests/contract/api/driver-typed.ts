import { createRequire } from "node:module";

enum Reset {
  Done = "done",
}

interface Api {
  listening: boolean;
  close(done: () => void): void;
  once(event: string, listener: () => void): void;
  reset(): void;
}

/** A driver in TypeScript with more than types to strip. */
export class TypedDriver {
  constructor(private api?: Api) {}

  async startSut(): Promise<string> {
    const api = createRequire(__filename)("./server.js") as Api;
    this.api = api;
    if (!api.listening) await new Promise<void>((resolve) => api.once("listening", resolve));
    return "http://127.0.0.1:3000/base/path";
  }

  async stopSut(): Promise<void> {
    await new Promise<void>((resolve) => this.api!.close(resolve));
  }

  async resetStateOfSUT(): Promise<Reset> {
    this.api!.reset();
    return Reset.Done;
  }
}
