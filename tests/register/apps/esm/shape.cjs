module.exports = function shape(url) {
  return url === "/circle" ? "round" : "square";
};
