import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { composeMessage, type MailTransport } from "./transport.ts";

/**
 * Writes each mail to `folder` as an .eml file that any mail program opens, for places without a
 * mail server. The name begins with the time, so that names sort by it, and is the same at each
 * attempt, so that a repetition replaces instead of doubling.
 */
export function createFileTransport(folder: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    send: async (message) => {
      const { message: source } = await composer.sendMail(composeMessage(message));
      const path = join(folder, `${fileTime(message.createdAt)}-${message.id}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(`${path}.part`, source, { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
    close: () => composer.close(),
  };
}

function fileTime(time: Date): string {
  return time.toISOString().replaceAll(/[-:]/g, "").replace(/\./, "");
}
