import { BlockList, isIP } from "node:net";

const addresses = new BlockList();
addresses.addSubnet("127.0.0.0", 8, "ipv4");
addresses.addAddress("::1", "ipv6");

/**
 * Whether a host name or address reaches nothing but this machine. An address of IPv6 may stand in
 * brackets, as in a URL.
 */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.+)\]$/, "$1").toLowerCase();
  const version = isIP(bare);
  if (version === 0) return bare === "localhost" || bare.endsWith(".localhost");
  return addresses.check(bare, version === 4 ? "ipv4" : "ipv6");
}
