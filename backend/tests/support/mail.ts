import { readdir, readFile } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { vi } from "vitest";
import { patience } from "./patience.ts";

/** A mail as received by the mail server. */
export type CaughtMail = { recipients: string[]; source: string; email: Email };

/** A fake mail server. `received` lists the mails that it accepted. */
export type MailCatcher = { received: CaughtMail[]; stop(): Promise<void> };

/** The SMTP response to a recipient; undefined accepts it. */
export type Refusal = { code: 451 | 550; message: string };

/** Starts a mail server on this port. `onMail` runs before it confirms a mail. */
export async function startMailCatcher(
  port: number,
  refuse: (recipient: string) => Refusal | undefined = () => undefined,
  onMail: () => unknown = () => undefined,
): Promise<MailCatcher> {
  const received: CaughtMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onRcptTo: ({ address }, _session, done) => {
      const refusal = refuse(address);
      done(refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
    },
    onData: async (stream, session, done) => {
      const source = Buffer.concat(await stream.toArray()).toString("utf8");
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      received.push({ recipients, source, email: await PostalMime.parse(source) });
      await onMail();
      done();
    },
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { received, stop: () => new Promise((resolve) => server.close(resolve)) };
}

/**
 * A fake mail server that never completes a response. `messageIds` lists the mails that it
 * received.
 */
export type DrippingMailServer = {
  messageIds: string[];
  open(): number;
  stop(): Promise<void>;
};

/**
 * Starts a mail server that responds to EHLO, or to a mail, with endless single lines or
 * characters.
 */
export async function startDrippingMailServer(
  port: number,
  { answerTo, everyMs }: { answerTo: "EHLO" | "a mail"; everyMs: number },
): Promise<DrippingMailServer> {
  const sockets = new Set<Socket>();
  const messageIds: string[] = [];
  const drip = (socket: Socket, drop: string) => {
    const timer = setInterval(() => socket.write(drop), everyMs);
    socket.once("close", () => clearInterval(timer));
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
    socket.write("220 slow ESMTP\r\n");
    let received = "";
    socket.on("data", (bytes) => {
      received += bytes.toString("latin1");
      if (!received.endsWith("\r\n")) return;
      if (received.startsWith("EHLO") && answerTo === "EHLO") drip(socket, "250-slow\r\n");
      else if (received.startsWith("EHLO")) socket.write("250 slow\r\n");
      else if (received.startsWith("DATA")) socket.write("354 go on\r\n");
      else if (/^(MAIL|RCPT)/.test(received)) socket.write("250 ok\r\n");
      else if (!received.endsWith("\r\n.\r\n")) return;
      else {
        messageIds.push(/^Message-ID: (\S+)/im.exec(received)?.[1] ?? "none");
        drip(socket, "2");
      }
      received = "";
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    messageIds,
    open: () => sockets.size,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** The mails to an address in a server's data folder, oldest first. */
export async function readMailsTo(dataDir: string, recipient: string): Promise<Email[]> {
  const folder = join(dataDir, "mail");
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith(".eml")).sort();
  const emails = await Promise.all(
    files.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  );
  return emails.filter(({ to }) => to?.some(({ address }) => address === recipient));
}

/** Waits until exactly `count` mails to an address were written, and returns them. */
export function waitForMailsTo(dataDir: string, recipient: string, count = 1): Promise<Email[]> {
  return vi.waitFor(async () => {
    const emails = await readMailsTo(dataDir, recipient);
    if (emails.length !== count) throw new Error(`${count} mails expected, ${emails.length} found`);
    return emails;
  }, patience);
}

/** The URLs in a mail's plain text. */
export function linksOf(email: Email | undefined): string[] {
  return email?.text?.match(/https?:\/\/\S+/g) ?? [];
}
