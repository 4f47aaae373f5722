"use strict";
// Stands in for the package "nearmiss", which drivers take their base class from, where that package
// is not installed: the tests need nothing of it.

class SutDriver {
  getInfoForAuthentication() {
    return [];
  }

  async setupForGeneratedTest() {}
}

module.exports = { SutDriver, SutController: SutDriver };
