"use strict";
// The registry of rate limiters: one file beside this one and one line here (README.md). (Part of written suites, too.)

exports.LIMITERS = [
  ...require("./express_rate_limit.cjs"),
  ...require("./fastify_rate_limit.cjs"),
  ...require("./koa_ratelimit.cjs"),
  ...require("./nestjs_throttler.cjs"),
  ...require("./rate_limiter_flexible.cjs"),
];
