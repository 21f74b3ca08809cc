import { BlockList, isIP } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context, MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import { connectionOf } from "./connection.ts";

/** What a request made in process is said to come from, where no person's request caused it. */
const inProcess = "local";

const kept = "clientAddress";

/**
 * Finds out once a request from where it comes: from the other end of the connection, unless that
 * is one of our proxies, which then says for whom it asks. Proxies that are not named in the
 * settings are not believed; the log says so once, for without them everybody behind such a proxy
 * shares one limit.
 */
export function findClientAddress(trustedProxies: string[], log: Logger): MiddlewareHandler {
  const trusted = listAddresses(trustedProxies);
  let isTold = false;
  return async (context, next) => {
    const connected = connectedAddress(context);
    const forwarded = context.req.header("x-forwarded-for");
    const address = forwarded ? behindProxies(connected, forwarded, trusted) : connected;
    context.set(kept, address);
    if (forwarded && !isTold && address === connected && connected !== inProcess) {
      isTold = true;
      log.warn("X-Forwarded-For is not believed: set TRUSTED_PROXIES if a proxy of yours sends it");
    }
    return next();
  };
}

/** The address that `findClientAddress` found; without it, the other end of the connection. */
export function clientAddress(context: Context): string {
  return context.get(kept) ?? connectedAddress(context);
}

/**
 * What counts as one client: of an IPv6 address the /64, since everybody has so many of their own.
 * SQL draws the same line (`private.network_of`).
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = [], tail] = address.split("::", 2).map((part) => part.split(":").filter(Boolean));
  const missing = tail ? 8 - head.length - tail.length : 0;
  const groups = [...head, ...Array<string>(missing).fill("0"), ...(tail ?? [])];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

/** Whether text is an address or a range of them, such as 10.0.0.0/8. */
export function isAddressRange(text: string): boolean {
  const [address = "", bits] = text.split("/", 2);
  const version = isIP(address);
  if (version === 0 || text.split("/").length > 2) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

function listAddresses(ranges: string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/", 2);
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/**
 * Each proxy adds whom it heard at the end: from there backwards, the first that is none of ours is
 * the client.
 */
function behindProxies(connected: string, forwarded: string, trusted: BlockList): string {
  let address = connected;
  for (const claimed of forwarded.split(",").reverse()) {
    if (isIP(address) === 0 || !trusted.check(address, familyOf(address))) break;
    const before = readAddress(claimed.trim());
    if (!before) break;
    address = before;
  }
  return address;
}

function connectedAddress(context: Context): string {
  if (!connectionOf(context)) return inProcess;
  return readAddress(getConnInfo(context).remote.address ?? "") ?? inProcess;
}

/**
 * An address in one spelling, or null for what is none: an IPv4 address stays one behind a socket
 * that speaks both, and a proxy may add its port.
 */
function readAddress(text: string): string | null {
  const bare = text.replace(/^\[([^\]]+)\](:\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");
  const address = bare.replace(/^::ffff:(?=[\d.]+$)/i, "").replace(/%.*$/, "");
  return isIP(address) === 0 ? null : address;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 4 ? "ipv4" : "ipv6";
}

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
