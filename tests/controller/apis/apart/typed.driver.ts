// A driver that has to be compiled: types alone could be left out, an enumeration could not.

import path from "node:path";
import { SutDriver } from "nearmiss";
import api from "./counting";

enum Document {
  Rest = "openapi.json",
}

export default class TypedDriver extends SutDriver {
  startSut(): Promise<string> {
    return api.start();
  }

  stopSut(): Promise<void> {
    return api.stop();
  }

  async resetStateOfSUT(): Promise<void> {
    api.reset();
  }

  getProblemInfo() {
    return { openapi: path.join(__dirname, Document.Rest) };
  }
}
