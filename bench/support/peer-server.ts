/**
 * The peer: bare Node http and postgres.js that answer every request with one prepared statement, as the owner, without role, claims, row
 * security, tokens or routing. DATABASE_URL and STATEMENT come from the environment.
 */
import { createServer } from "node:http";
import { openPool } from "../../api/postgres/open-pool.ts";

const sql = openPool(process.env.DATABASE_URL ?? "", { max: 10 });
const statement = process.env.STATEMENT ?? "";

const server = createServer(async (_, response) => {
  const [row] = await sql.unsafe<{ body: string }[]>(statement, [], { prepare: true });
  response.writeHead(200, { "Content-Type": "application/json; charset=utf-8" });
  response.end(row?.body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`ready ${typeof address === "object" ? address?.port : ""}\n`);
});
