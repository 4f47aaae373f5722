module.exports = class Driver {
  startSut() {}
};
