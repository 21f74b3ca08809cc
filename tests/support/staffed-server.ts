import { createAdmin, createDealership, type Person } from "./people.ts";
import { startTestServer, type TestServer } from "./server.ts";

/** A server with an administrator and two unrelated dealerships. */
export type StaffedServer = { server: TestServer; admin: Person; dealer: Person; rival: Person };

/** Starts a server and signs its people in; the caller stops it. */
export async function startStaffedServer(): Promise<StaffedServer> {
  const server = await startTestServer();
  return {
    server,
    admin: await createAdmin(server),
    dealer: await createDealership(server),
    rival: await createDealership(server),
  };
}
