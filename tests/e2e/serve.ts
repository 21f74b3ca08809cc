/**
 * The site of one e2e run in its own process: PostgreSQL, API and built pages on a free port, and a
 * second site without accounts. Prints their URLs as one line of JSON, and stops when its standard
 * input closes, so that a killed run leaves no processes.
 */

import { startTestCluster } from "#tests/support/cluster.ts";
import { startNameServer } from "#tests/support/name-server.ts";
import { startTestServer } from "#tests/support/server.ts";
import type { Superuser } from "#tests/support/superuser.ts";
import { answerTxtQuery } from "./test-zone.ts";

const cluster = await startTestCluster();
const names = await startNameServer(answerTxtQuery);
const settings = { production: true, dnsServers: [names.address] };
const start = () => startTestServer(settings, { web: "build", clusterUrl: cluster.url });
const main = await start();
const untouched = await start();

process.stdout.write(
  `${JSON.stringify({
    url: main.url,
    anonKey: main.anonKey,
    serviceRoleKey: main.serviceRoleKey,
    databaseUrl: await addressOf(main.sql),
    untouchedUrl: untouched.url,
  })}\n`,
);
process.stdin.resume();
process.stdin.on("end", async () => {
  await Promise.all([main.stop(), untouched.stop()]);
  await cluster.stop();
  await names.stop();
  process.exit(0);
});

async function addressOf(sql: Superuser): Promise<string> {
  const [row] = await sql<{ name: string }[]>`select current_database() as name`;
  const address = new URL(cluster.url);
  address.pathname = `/${row?.name}`;
  return address.href;
}
