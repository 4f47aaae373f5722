exports.answer = function ( { return 1; };
