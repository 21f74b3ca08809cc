import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import { hasCode } from "./failures.ts";
import { withConnection } from "./pool.ts";
import type { Sql } from "./sql.ts";

/** An arbitrary advisory lock key that nothing else in the database uses. */
const loginLock = 7_220_118_335;

const insufficientPrivilege = "42501";

/**
 * For a PostgreSQL that is not embedded: creates the role that API requests log in as, if missing,
 * and returns its URL. The role can only become anon, authenticated or service_role. Its name
 * includes the database's id, since roles are shared by all databases of a server, and its password
 * is derived from the JWT secret, so all processes agree on it. Throws a one-line message if the
 * owner lacks the rights.
 */
export async function prepareCallerLogin(ownerUrl: string, jwtSecret: string): Promise<string> {
  const callerUrl = await withConnection(ownerUrl, times, (sql) =>
    sql.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(${loginLock})`;
      const username = await nameLogin(transaction);
      const password = createHmac("sha256", jwtSecret).update(username).digest("base64url");
      await makeLogin(transaction, username, password);
      return Object.assign(new URL(ownerUrl), { username, password }).href;
    }),
  );
  await withConnection(callerUrl, times, (sql) => sql`select 1`).catch((cause: Error) => {
    const { username } = new URL(callerUrl);
    throw new Error(`PostgreSQL rejects the login of ${username}: ${cause.message}`, {
      cause,
    });
  });
  return callerUrl;
}

const times = { connectMs: 10_000, readMs: 30_000 };

async function nameLogin(sql: Sql): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    select oid::text as id from pg_catalog.pg_database where datname = current_database()`;
  return `authenticator_${row?.id}`;
}

/** The same grants as the migrations give to `authenticator`. */
async function makeLogin(sql: Sql, name: string, password: string): Promise<void> {
  try {
    const [known] = await sql`select from pg_catalog.pg_roles where rolname = ${name}`;
    await sql.unsafe(`
      ${known ? "alter" : "create"} role ${name} login noinherit password '${verifierOf(password)}';
      grant anon, authenticated, service_role to ${name};
      grant usage on schema private to ${name};
      grant execute on function private.check_session(jsonb) to ${name}`);
  } catch (cause) {
    if (!hasCode(cause, insufficientPrivilege)) throw cause;
    throw new Error(
      `its role cannot create the login role ${name}: it needs CREATEROLE, and ` +
        `anon, authenticated and service_role with admin option (${cause.message}).`,
      { cause },
    );
  }
}

const iterations = 4_096;

/**
 * A SCRAM verifier as PostgreSQL stores it (RFC 5802), so that the password is never in its log.
 */
function verifierOf(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256");
  const hmac = (key: Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const storedKey = createHash("sha256").update(hmac(salted, "Client Key")).digest();
  const keys = [storedKey, hmac(salted, "Server Key")].map((key) => key.toString("base64"));
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${keys.join(":")}`;
}
