const fine: number = 1;
const wrong: = 2;
