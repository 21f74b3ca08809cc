import { domainProof } from "#contract/accounts/custom-domain.ts";
import type { TextAnswer } from "#tests/support/name-server.ts";
import type { Person } from "#tests/support/people.ts";

/** The zone of this run's name server and browsers: every name in it leads to this machine. */
const zone = "autos-de-prueba.com";

/** How Chromium finds the names of the zone. */
export const mapOwnHosts = `--host-resolver-rules=MAP *.${zone} 127.0.0.1`;

/** A domain that carries the proof of this dealership, and no other. */
export const provedDomain = ({ id }: Pick<Person, "id">) => `${id}.${zone}`;

/** A domain that carries no proof. */
export const unprovedDomain = ({ id }: Pick<Person, "id">) => `sin-${id}.${zone}`;

/**
 * What the name server says: a name that is a dealership's id is proved to be that dealership's.
 */
export function proofOfName(name: string): TextAnswer {
  const id = /^_vitrina\.([0-9a-f-]{36})\./.exec(name)?.[1];
  if (id === undefined) return "none";
  const proof = domainProof(provedDomain({ id }), id);
  return proof.name === name ? [proof.value] : "none";
}
