import type { ConnectionOptions } from "node:tls";
import postgres from "postgres";

/** How a connection is to be kept secret; null where it is not. */
export type Secrecy = { isOptional: boolean; isDirect: boolean; tls: ConnectionOptions } | null;

/** The modes that mind nobody's certificate. */
const trusting: readonly unknown[] = ["require", "allow", "prefer"];

/** What a URL says of it (`sslmode`), as postgres.js reads it. */
export function readSecrecy(url: string): Secrecy {
  const parsed: { ssl?: unknown; sslnegotiation?: unknown } = postgres(url, { max: 1 }).options;
  if (!parsed.ssl) return null;
  const isDirect = parsed.sslnegotiation === "direct";
  return {
    isOptional: parsed.ssl === "prefer",
    isDirect,
    tls: {
      rejectUnauthorized: !trusting.includes(parsed.ssl),
      ...(isDirect ? { ALPNProtocols: ["postgresql"] } : {}),
    },
  };
}
