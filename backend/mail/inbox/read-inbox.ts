import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";

/** A written mail: `name` is its file without the ending, and its address below /_mail. */
export type WrittenMail = {
  name: string;
  subject: string;
  from: string;
  to: string;
  date: Date | undefined;
  html: string | undefined;
  text: string;
};

const mostListed = 100;
const fileName = /^[\dTZ]+-[0-9a-f-]{36}$/;

/**
 * The newest mails of the folder, newest first (names begin with the time); none when nothing was
 * written yet.
 */
export async function listMails(folder: string): Promise<WrittenMail[]> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const names = files.filter((file) => file.endsWith(".eml")).map((file) => file.slice(0, -4));
  const newest = names.sort().reverse().slice(0, mostListed);
  const mails = await Promise.all(newest.map((name) => readMail(folder, name)));
  return mails.filter((mail) => mail !== null);
}

/** One mail; null for a name that the file transport does not give, or a mail that is gone. */
export async function readMail(folder: string, name: string): Promise<WrittenMail | null> {
  if (!fileName.test(name)) return null;
  try {
    const source = await readFile(join(folder, `${name}.eml`));
    return toWrittenMail(name, await PostalMime.parse(source));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

function toWrittenMail(name: string, email: Email): WrittenMail {
  return {
    name,
    subject: email.subject ?? "(sin asunto)",
    from: email.from?.address ?? "",
    to: (email.to ?? []).map(({ address }) => address ?? "").join(", "),
    date: email.date ? new Date(email.date) : undefined,
    html: email.html,
    text: email.text ?? "",
  };
}
