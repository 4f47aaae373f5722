exports.answer = (value) => value > 3;
