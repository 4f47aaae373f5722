exports.classify = function classify(value) {
  if (value < 10) {
    return "small";
  }
  return "large";
};
