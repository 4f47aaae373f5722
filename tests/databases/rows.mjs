// APIs whose tests insert rows, by the driver that each connects with.

import { CONNECT } from "./suites.mjs";

const POSTGRES = { key: "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY", text: "text" };
const MARIADB = { key: "bigint AUTO_INCREMENT PRIMARY KEY", text: "varchar(80) CHARACTER SET utf8mb4" };
const SQLITE = { key: "INTEGER PRIMARY KEY AUTOINCREMENT", text: "TEXT" };

/**
 * Drivers by their names: the server that they go to, the words of their databases, and the expression by which a
 * program connects to a URL.
 */
export const DRIVERS = {
  pg: { server: "postgres", words: POSTGRES, connect: (url) => CONNECT.pg(`{ connectionString: ${url} }`) },
  postgres: { server: "postgres", words: POSTGRES, connect: (url) => CONNECT.postgres(`${url}, { onnotice() {} }`) },
  mysql: { server: "mariadb", words: MARIADB, connect: CONNECT.mysql },
  mysql2: { server: "mariadb", words: MARIADB, connect: CONNECT.mysql2 },
  mariadb: { server: "mariadb", words: MARIADB, connect: (url) => CONNECT.mariadb(url.replace("mysql:", "mariadb:")) },
  libsql: {
    words: SQLITE,
    connect: () => `const db = new (require("libsql"))("app.db");
      const ask = async (text) => (/^select/i.test(text) ? db.prepare(text).all() : db.exec(text));`,
  },
};

/** Statements that make the tables of a shop of books, in the words of a database. */
const tables = ({ key, text }) => [
  `CREATE TABLE IF NOT EXISTS authors (id ${key}, name ${text} NOT NULL UNIQUE, country ${text} DEFAULT 'nowhere')`,
  `CREATE TABLE IF NOT EXISTS books (id ${key}, author_id bigint NOT NULL, title ${text} NOT NULL, copies int DEFAULT 3,
     FOREIGN KEY (author_id) REFERENCES authors (id))`,
];

/**
 * The program of an API that has tables of its own (`more` makes further ones): `GET /books/ID` and `POST /books` with
 * `{ book: ID }` answer a book if there is one, `GET /books` all.
 */
export function bookshop(driver, url, more = []) {
  const { words, connect } = DRIVERS[driver];
  return `
${connect(JSON.stringify(url))}
const http = require("node:http");
const BOOKS = "SELECT b.title, b.copies, a.name AS author, a.country FROM books b JOIN authors a ON a.id = b.author_id";
const answer = async ({ method, url }, body) => {
  const id = url.split("/")[2] ?? (method === "POST" ? JSON.parse(body).book : undefined);
  const rows = await ask(id === undefined ? BOOKS : BOOKS + " WHERE b.id = " + Number(id));
  return { status: id !== undefined && rows.length === 0 ? 404 : 200, rows };
};
const begin = async () => {
  for (const text of ${JSON.stringify([...tables(words), ...more])}) await ask(text);
  http.createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { status, rows } = await answer(request, body).catch((error) => ({ status: 500, rows: error.stack }));
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(rows));
  }).listen(3000);
};
begin().catch((error) => {
  console.error(error);
  process.exit(1);
});
`;
}
