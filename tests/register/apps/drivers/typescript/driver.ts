import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { SutDriver, type ProblemInfo } from "nearmiss";
import app from "../app.cjs";

export default class Driver extends SutDriver {
  private server?: Server;

  async startSut(): Promise<string> {
    this.server = (await app.start()) as Server;
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/api/`;
  }
  async stopSut(): Promise<void> {
    this.server?.close();
  }
  async resetStateOfSUT(): Promise<void> {
    app.reset();
  }
  getProblemInfo(): ProblemInfo {
    return { openapi: "openapi.json" };
  }
  getInfoForAuthentication() {
    return [{ name: "admin", headers: { authorization: "Basic YWRtaW46YWRtaW4=" } }];
  }
}
