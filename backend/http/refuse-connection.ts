import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { connectionLimits } from "#backend/limits.ts";
import { addressTooLong } from "./limit-request.ts";

/** Why the server refuses what came over a connection before any area of the api sees it. */
export type Refusal = {
  status: number;
  reason: string;
  body: { code: string; message: string; details?: null; hint?: string };
};

/** How long whoever is refused has to read so, before the connection is taken down. */
const lingerMs = 1_000;

/** Ends a connection with a refusal that Node has no response for. */
export function refuseConnection(socket: Duplex, { status, reason, body }: Refusal): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  readNoMore(socket);
  const text = JSON.stringify(body);
  const head = Object.entries(headersOf(text)).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${head.join("\r\n")}\r\n\r\n${text}`);
  const linger = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("close", () => clearTimeout(linger));
}

/** What still comes would cost time; whoever reads a body meanwhile asks for more of it. */
function readNoMore(socket: Duplex): void {
  socket.on("resume", () => socket.pause());
  socket.pause();
}

/** Answers a request with a refusal, and ends the connection behind it. */
export function refuseRequest(response: ServerResponse, { status, body }: Refusal): void {
  const text = JSON.stringify(body);
  response.writeHead(status, headersOf(text)).end(text);
}

function headersOf(text: string): Record<string, string> {
  return {
    "Content-Type": "application/json",
    "X-Content-Type-Options": "nosniff",
    Connection: "close",
    "Content-Length": String(Buffer.byteLength(text)),
  };
}

/** The refusal of a request of which everything came, or null. */
export function findFault({ rawHeaders, headers, httpVersion }: IncomingMessage): Refusal | null {
  if (rawHeaders.length >= connectionLimits.headers * 2) return headersTooLong;
  if (!/^(100-continue)?$/i.test(headers.expect ?? "")) return unmetExpectation;
  const [host, second] = hostsIn(rawHeaders);
  if (host === undefined) return httpVersion === "1.0" ? null : badHost;
  return second === undefined && (host === "" || URL.canParse(`http://${host}`)) ? null : badHost;
}

/** Node itself keeps the first alone. */
function hostsIn(rawHeaders: string[]): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && /^host$/i.test(rawHeaders[at - 1] ?? ""));
}

/** What Node says of something that is no request, with what it read last. */
type ClientError = NodeJS.ErrnoException & { rawPacket?: Buffer };

/** The refusal for something that is no request. */
export function refusalOf({ code = "", rawPacket }: ClientError): Refusal {
  if (code === "HPE_HEADER_OVERFLOW") {
    return hasLongAddress(rawPacket) ? uriTooLong : headersTooLong;
  }
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? tooSlow : malformed;
}

/** The address stands in the first line. */
function hasLongAddress(packet: Buffer | undefined): boolean {
  const end = packet?.indexOf("\r\n") ?? 0;
  return end < 0 || end > connectionLimits.addressCharacters;
}

const uriTooLong: Refusal = { status: 414, reason: "URI Too Long", body: addressTooLong };

const headersTooLong: Refusal = {
  status: 431,
  reason: "Request Header Fields Too Large",
  body: {
    code: "headers_too_long",
    message: `The headers of the request are longer than ${connectionLimits.headerBytes} bytes, or more than ${connectionLimits.headers}`,
  },
};

/** RFC 9110, section 10.1.1. */
const unmetExpectation: Refusal = {
  status: 417,
  reason: "Expectation Failed",
  body: { code: "bad_request", message: "Nothing but 100-continue may be expected" },
};

const tooSlow: Refusal = {
  status: 408,
  reason: "Request Timeout",
  body: { code: "request_timeout", message: "The request took too long to arrive" },
};

const malformed: Refusal = {
  status: 400,
  reason: "Bad Request",
  body: { code: "bad_request", message: "The request is not valid HTTP" },
};

/** A Host header that is missing, comes twice (RFC 9112, section 3.2) or names no host. */
export const badHost: Refusal = {
  status: 400,
  reason: "Bad Request",
  body: {
    code: "bad_request",
    message: "The Host header is missing, comes twice, or names no host",
  },
};
