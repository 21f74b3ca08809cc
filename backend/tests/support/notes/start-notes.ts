import { noFunctions } from "../../../src/functions/index.ts";
import {
  type BackendInput,
  completeSettings,
  createBackend,
  createLog,
  type DatabaseAddress,
  defaultSettings,
  type FunctionHandler,
  listen,
  listenerOf,
  listMigrations,
  openDatabase,
  type RenderMail,
  type Settings,
} from "../../../src/index.ts";
import { notesSchema } from "./notes-schema.ts";

/** The settings that a notes server needs, and those that a test may change. */
export type NotesSettings = Pick<Settings, "port" | "siteUrl" | "dataDir"> & Partial<Settings>;

/** Starts the backend on a database with the notes schema. */
export async function startNotes(
  given: NotesSettings,
  address: DatabaseAddress,
  { hooks = {}, admission = {} }: Pick<BackendInput, "hooks" | "admission"> = {},
) {
  const config = await completeSettings({
    ...defaultSettings,
    name: "Notes",
    version: "1.2.3",
    ...given,
  });
  const database = openDatabase(address);
  const backend = createBackend({
    settings: config,
    database,
    migrations: await listMigrations(notesSchema),
    mails: (template, data) => renderMail(template, data, config.siteUrl),
    functions: { ...noFunctions, load: async () => new Map([["count-words", countWords]]) },
    hooks,
    admission,
    log: createLog(config.logLevel),
  });
  await backend.start();
  const server = await listen(listenerOf(backend.app.fetch), config);
  const stop = async () => {
    await server.close();
    await backend.stop();
    await database.close();
  };
  return { config, database, stop };
}

const linkTypes = new Map(
  Object.entries({
    "verify-email": "signup",
    "prove-email": "signup",
    invitation: "invite",
    recovery: "recovery",
  }),
);

/** The subject is the template name, the text the link. */
async function renderMail(
  template: string,
  data: unknown,
  siteUrl: string,
): Promise<Awaited<ReturnType<RenderMail>>> {
  const { token, redirectTo } = data as { token?: string; redirectTo?: string };
  const type = linkTypes.get(template);
  const query = new URLSearchParams({ token: token ?? "", type: type ?? "" });
  if (redirectTo) query.set("redirect_to", redirectTo);
  const text = type ? `${siteUrl}/auth/v1/verify?${query}` : template;
  return { subject: template, text, html: `<p>${text}</p>` };
}

/** POST /functions/v1/count-words: returns the number of words in `text`. */
const countWords: FunctionHandler = async (request) => {
  const { text } = await request.json();
  if (typeof text !== "string") return Response.json({ error: "no text" }, { status: 400 });
  return Response.json({ words: text.split(/\s+/).filter(Boolean).length });
};
