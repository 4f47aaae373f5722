"use strict";
var __importDefault = (this && this.__importDefault) || function (mod) {
    return (mod && mod.__esModule) ? mod : { "default": mod };
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.pick = pick;
const node_http_1 = __importDefault(require("node:http"));
function pick(url) {
    if (url === "/x")
        return "X";
    return "other";
}
node_http_1.default.createServer((q, r) => r.end(pick(q.url) + new Error("e").stack.split("\n")[1])).listen(3000);
//# sourceMappingURL=server.js.map