import { BlockList, isIP } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context, MiddlewareHandler } from "hono";
import type { Logger } from "pino";

/** The address of an in-process request that no client request caused. */
const inProcess = "local";

const kept = "clientAddress";

/**
 * Determines the client address once per request. If a proxy is not in the settings, its header is
 * ignored and logged once: all clients behind it share one limit.
 */
export function findClientAddress(trustedProxies: string[], log: Logger): MiddlewareHandler {
  const trusted = listAddresses(trustedProxies);
  let hasWarned = false;
  return async (context, next) => {
    const connected = connectedAddress(context);
    const forwarded = context.req.header("x-forwarded-for");
    const address = forwarded ? behindProxies(connected, forwarded, trusted) : connected;
    context.set(kept, address);
    if (forwarded && !hasWarned && address === connected && connected !== inProcess) {
      hasWarned = true;
      log.warn("X-Forwarded-For is ignored: set TRUSTED_PROXIES if your own proxy sends it");
    }
    return next();
  };
}

/** The address that `findClientAddress` determined, else the remote address of the connection. */
export function clientAddress(context: Context): string {
  return context.get(kept) ?? connectedAddress(context);
}

/**
 * The /64 of an IPv6 address, since one client usually has all of it. `private.network_of` does the
 * same.
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

/** Whether the text is an IP address or a range such as 10.0.0.0/8. */
export function isAddressRange(text: string): boolean {
  try {
    return /^[^/]+(\/\d{1,3})?$/.test(text) && Boolean(listAddresses([text]));
  } catch {
    return false;
  }
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

/** Each proxy appends the address that it saw, so the last untrusted address is the client. */
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

/** An address in canonical form, or null. Proxies may append a port. */
function readAddress(text: string): string | null {
  const bare = text.replace(/^\[([^\]]+)\](:\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");
  const address = bare.replace(/^::ffff:(?=[\d.]+$)/i, "").replace(/%.*$/, "");
  return isIP(address) === 0 ? null : address;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 4 ? "ipv4" : "ipv6";
}

const loopback = listAddresses(["127.0.0.0/8", "::1"]);

/** Whether a host name or address (also in brackets) is local to this machine. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.+)\]$/, "$1").toLowerCase();
  const version = isIP(bare);
  if (version === 0) return bare === "localhost" || bare.endsWith(".localhost");
  return loopback.check(bare, familyOf(bare));
}

/** Returns the connection of a request, or null for an in-process one. */
export function connectionOf({ env }: Context): HttpBindings | null {
  return carriesConnection(env) ? env : null;
}

/**
 * Marks the environment of a function's in-process requests. Those for a visitor count as a
 * visitor's, even with the service key.
 */
export function markFunctionCall(environment: unknown, isVisitor: boolean): object {
  return Object.assign({}, environment, { isVisitor });
}

/**
 * Returns whether a function made this request, and if for a visitor; null if not from a function.
 */
export function functionCallOf({ env }: Context): { isVisitor: boolean } | null {
  const isFunctionCall = typeof env === "object" && env !== null && "isVisitor" in env;
  return isFunctionCall ? { isVisitor: env.isVisitor === true } : null;
}

/** Whether the client disconnected before its whole body arrived. */
export function isClientGone(context: Context): boolean {
  const incoming = connectionOf(context)?.incoming;
  return incoming !== undefined && !incoming.complete && incoming.socket.destroyed;
}

function carriesConnection(environment: unknown): environment is HttpBindings {
  return typeof environment === "object" && environment !== null && "incoming" in environment;
}
