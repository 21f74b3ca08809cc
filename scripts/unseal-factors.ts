/**
 * Unseals the secrets of second factors in the database, so that GoTrue, or this server with
 * another JWT_SECRET, can read them (docs/decisions/053): `node scripts/unseal-factors.ts`, with
 * the server's settings. Stop the server first if it uses the embedded database.
 */

import {
  completeSettings,
  openEmbeddedDatabase,
  openFactorSecret,
  openPool,
  type Sql,
} from "#backend";
import { readOwnSettings } from "#settings";

const config = await completeSettings(readOwnSettings(process.env));
const embedded = config.databaseUrl ? null : await openEmbeddedDatabase(config, () => undefined);
const sql = openPool(config.databaseUrl ?? embedded?.ownerUrl ?? "", { max: 1 });
try {
  const count = await sql.begin((transaction) => unsealFactors(transaction));
  process.stdout.write(`${count} secrets unsealed\n`);
} finally {
  await sql.end();
  await embedded?.stop();
}

/** All, or none if one was sealed with another JWT_SECRET. */
async function unsealFactors(transaction: Sql): Promise<number> {
  const sealed = await transaction<{ id: string; secret: string }[]>`
    select id, secret from auth.mfa_factors where secret like '{%' for update`;
  for (const { id, secret } of sealed) {
    const opened = openFactorSecret(config, id, secret);
    await transaction`update auth.mfa_factors set secret = ${opened} where id = ${id}`;
  }
  return sealed.length;
}
