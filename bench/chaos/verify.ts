import type { Sql } from "../../backend/postgres/sql.ts";
import type { World } from "./world.ts";

/** Everything that was acknowledged and is not there, a line each. */
export async function findLost(world: World, sql: Sql): Promise<string[]> {
  const { vehicles, prices, photos, leads, sessions, tokens } = world.ledger;
  const missing = async (what: string, wanted: string[], rows: { key: string }[]) => {
    const found = new Set(rows.map(({ key }) => key));
    return wanted.filter((each) => !found.has(each)).map((each) => `${what} ${each}`);
  };
  const lost = [
    ...(await missing("vehicle", vehicles, await sql`select id::text as key from public.vehicles`)),
    ...(await missing("lead", leads, await sql`select email as key from public.leads`)),
    ...(await missing("session", sessions, await sql`select id::text as key from auth.sessions`)),
  ];
  for (const [id, price] of prices) {
    const [row] = await sql<
      { price: string }[]
    >`select price from public.vehicles where id = ${id}`;
    // One more may have been written and never answered.
    if (![Number(price), Number(price) + 1].includes(Number(row?.price))) {
      lost.push(`price ${price} of ${id}, which is ${row?.price}`);
    }
  }
  for (const path of photos) {
    const { status } = await world.ask({ path });
    if (status !== 200) lost.push(`photo ${path}: ${status}`);
  }
  for (const [id, token] of tokens) {
    const path = "/auth/v1/token?grant_type=refresh_token";
    const headers = { apikey: world.anonKey, "content-type": "application/json" };
    const body = JSON.stringify({ refresh_token: token });
    const { status, text } = await world.ask({ method: "POST", path, headers, body });
    if (status !== 200) lost.push(`session of ${id}: ${status} ${text}`);
  }
  const twice = await sql`select email from public.leads group by email having count(*) > 1`;
  return [...lost, ...twice.map(({ email }) => `lead ${email} is there twice`)];
}
