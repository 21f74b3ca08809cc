import { resolve } from "node:path";
import { z } from "zod";

/** How the process is set up; see the table of settings in README.md. `siteUrl` ends without a slash. */
export type Config = {
  port: number;
  host: string;
  siteUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  jwtSecret: string;
  anonKey: string;
  serviceRoleKey: string;
  contactEmail: string;
  defaultCountry: string;
  signup: "bootstrap" | "open";
  production: boolean;
};

/** The settings as they stand in the environment: secrets may be missing, since DATA_DIR can hold them. */
export type Settings = Omit<Config, "jwtSecret" | "anonKey" | "serviceRoleKey"> &
  Partial<Pick<Config, "jwtSecret" | "anonKey" | "serviceRoleKey">>;

const optionalUrl = (protocol: RegExp) => z.url({ protocol }).optional();

const Environment = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    HOST: z.string().default("127.0.0.1"),
    SITE_URL: z.url({ protocol: /^https?$/ }).optional(),
    DATA_DIR: z.string().default("./data"),
    DATABASE_URL: optionalUrl(/^postgres(ql)?$/),
    SMTP_URL: optionalUrl(/^smtps?$/),
    MAIL_FROM: z.string().optional(),
    JWT_SECRET: z.string().min(32, "needs at least 32 characters").optional(),
    ANON_KEY: z.string().optional(),
    SERVICE_ROLE_KEY: z.string().optional(),
    CONTACT_EMAIL: z.email().default("hola@vitrina.example"),
    DEFAULT_COUNTRY: z
      .string()
      .regex(/^[A-Z]{2}$/, "is a country code such as US")
      .default("US"),
    SIGNUP: z.enum(["bootstrap", "open"]).default("bootstrap"),
    NODE_ENV: z.string().optional(),
  })
  .superRefine((environment, context) => {
    if (environment.NODE_ENV !== "production" || !environment.DATABASE_URL) return;
    if (environment.JWT_SECRET) return;
    const message = "must be given when DATABASE_URL is, so that all processes share it";
    context.addIssue({ code: "custom", path: ["JWT_SECRET"], message });
  });

/** Parses the environment once; throws an error that lists every fault, a line each. An empty value counts as not given. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) throw new Error(listFaults(parsed.error));
  const values = parsed.data;
  return {
    port: values.PORT,
    host: values.HOST,
    siteUrl: (values.SITE_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ""),
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `Vitrina <${values.CONTACT_EMAIL}>`,
    jwtSecret: values.JWT_SECRET,
    anonKey: values.ANON_KEY,
    serviceRoleKey: values.SERVICE_ROLE_KEY,
    contactEmail: values.CONTACT_EMAIL,
    defaultCountry: values.DEFAULT_COUNTRY,
    signup: values.SIGNUP,
    production: values.NODE_ENV === "production",
  };
}

function listFaults(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n");
}
