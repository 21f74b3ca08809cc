/**
 * The site of one e2e run, as a process of its own: PostgreSQL, api and built pages on a free port,
 * and beside it a site without any account. Says where they are in one line of JSON and stops when
 * its standard input ends, so that a killed run leaves nothing behind.
 */

import { startTestCluster } from "#tests/support/cluster.ts";
import { startNameServer } from "#tests/support/name-server.ts";
import { startTestServer } from "#tests/support/server.ts";
import type { Superuser } from "#tests/support/superuser.ts";
import { proofOfName } from "./own-zone.ts";

const cluster = await startTestCluster();
const names = await startNameServer(proofOfName);
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
