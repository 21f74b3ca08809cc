import { domainProof } from "#contract/accounts/custom-domain.ts";
import type { TextAnswer } from "#tests/support/name-server.ts";
import type { Person } from "#tests/support/people.ts";

/** The zone of this run's name server and browsers: every name in it resolves to this machine. */
const zone = "autos-de-prueba.com";

/** Makes Chromium resolve the zone's names. */
export const mapTestDomains = `--host-resolver-rules=MAP *.${zone} 127.0.0.1`;

/** A domain with the proof of this dealership only. */
export const verifiedDomain = ({ id }: Pick<Person, "id">) => `${id}.${zone}`;

/** A domain without a proof. */
export const unverifiedDomain = ({ id }: Pick<Person, "id">) => `sin-${id}.${zone}`;

/** The name server's answer: a name with a dealership's id has that dealership's proof. */
export function answerTxtQuery(name: string): TextAnswer {
  const id = /^_vitrina\.([0-9a-f-]{36})\./.exec(name)?.[1];
  if (id === undefined) return "none";
  const proof = domainProof(verifiedDomain({ id }), id);
  return proof.name === name ? [proof.value] : "none";
}
