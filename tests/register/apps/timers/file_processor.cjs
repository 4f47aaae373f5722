"use strict";
module.exports = async (job) => `file ${job.data.n}`;
