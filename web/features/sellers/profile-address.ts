/**
 * The address of a profile on a social network. Takes what the seller typed: a full web address is
 * kept if it leads to that network, a handle ("@autos") becomes an address; anything else gives
 * null.
 */
export function profileAddress(network: string, typed: string | undefined): string | null {
  const text = typed?.trim() ?? "";
  const handle = /^@?([\w.-]+)$/.exec(text)?.[1];
  if (handle !== undefined && !handle.includes(network)) return `https://www.${network}/${handle}`;
  const address = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  const belongs = address?.hostname === network || address?.hostname.endsWith(`.${network}`);
  return address && belongs ? address.href : null;
}
