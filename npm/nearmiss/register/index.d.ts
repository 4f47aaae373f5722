/** Instruments the files of the project as Node loads them: `node --import nearmiss/register app.js`. It exports nothing. */
export {};
