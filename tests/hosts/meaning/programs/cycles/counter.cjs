let count = 0;
exports.next = () => (count < 100 ? (count += 1) : count);
