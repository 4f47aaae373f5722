export { ControllerServer, type ControllerServerOptions } from "../driver/index.js";
