import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { vi } from "vitest";

const patience = { timeout: 15_000, interval: 25 };

/** A mail as a mail server got it. */
export type CaughtMail = { recipients: string[]; source: string; email: Email };

/** A mail server of a test's own; `received` grows with each mail that it accepts. */
export type MailCatcher = { received: CaughtMail[]; stop(): Promise<void> };

/** What a mail server says to a recipient; nothing when it accepts. */
export type Refusal = { code: 451 | 550; message: string };

/** Starts a mail server on this port, as one does that comes back after an outage. `onMail` runs when it has a mail; it says so when that is over. */
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

/** The mails to an address that a server without SMTP has written into its data folder, oldest first. */
export async function readMailsTo(dataDir: string, recipient: string): Promise<Email[]> {
  const folder = join(dataDir, "mail");
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith(".eml")).sort();
  const emails = await Promise.all(
    files.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  );
  return emails.filter(({ to }) => to?.some(({ address }) => address === recipient));
}

/** Waits until exactly `count` mails to an address were written, and gives them. */
export function waitForMailsTo(dataDir: string, recipient: string, count = 1): Promise<Email[]> {
  return vi.waitFor(async () => {
    const emails = await readMailsTo(dataDir, recipient);
    if (emails.length !== count) throw new Error(`${count} mails expected, ${emails.length} found`);
    return emails;
  }, patience);
}

/** The addresses of a mail's links, as its plain text has them. */
export function linksOf(email: Email | undefined): string[] {
  return email?.text?.match(/https?:\/\/\S+/g) ?? [];
}
