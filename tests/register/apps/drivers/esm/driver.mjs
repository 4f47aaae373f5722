import { SutDriver } from "nearmiss";
import app from "../app.cjs";

export default class Driver extends SutDriver {
  async startSut() {
    this.server = await app.start();
    return "http://localhost:3000";
  }
  async stopSut() {
    this.server.close();
  }
  async resetStateOfSUT() {
    app.reset();
  }
  getProblemInfo() {
    return { openapi: "http://localhost:3000/openapi.json" };
  }
}
