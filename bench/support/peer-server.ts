/**
 * The peer: bare Node http and pg that answer every request with one prepared statement, as the
 * owner, without role, claims, row security, tokens, routing or pipelining. DATABASE_URL and
 * STATEMENT come from the environment.
 */
import { createServer } from "node:http";
import { Pool } from "pg";

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const statement = { name: "list", text: process.env.STATEMENT ?? "" };

const server = createServer(async (_, response) => {
  const { rows } = await pool.query<{ body: string }>(statement);
  response.writeHead(200, { "Content-Type": "application/json; charset=utf-8" });
  response.end(rows[0]?.body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`ready ${typeof address === "object" ? address?.port : ""}\n`);
});
