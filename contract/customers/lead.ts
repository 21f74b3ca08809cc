import { z } from "zod";
import { cleanLine, cleanText } from "../text/clean-line.ts";
import { asciiEmail } from "../text/email-address.ts";
import { storableDay } from "../text/field-inputs.ts";

/**
 * How the lead came about. 'direct_contact' is a visitor who wrote or called after tapping a
 * contact button.
 */
export const LeadKind = z.enum([
  "vehicle_inquiry",
  "general_inquiry",
  "referral",
  "direct_contact",
]);
export type LeadKind = z.infer<typeof LeadKind>;

/** The lead's state, as stored and shown; the first is the default. */
export const LeadState = z.enum(["Nuevo", "En atención", "Convertido", "Perdido"]);
export type LeadState = z.infer<typeof LeadState>;

/** Maximum length of a lead's notes. */
export const MAX_NOTES_LENGTH = 5000;
/** Maximum length of a lead's next step. */
export const MAX_STEP_LENGTH = 200;

/**
 * A row of public.leads as its recipient reads it. `recipient_id` is null once the salesperson's
 * account is deleted (the name stays), `vehicle_id` once the vehicle is. In a referral, `name` and
 * `phone` are the referrer's. A phone that could be parsed starts with "+" and the country code, so
 * its digits work in a wa.me URL; any other is stored as typed.
 */
export const Lead = z.object({
  id: z.guid(),
  kind: LeadKind,
  recipient_id: z.guid().nullable(),
  recipient_name: z.string(),
  dealership_id: z.guid().nullable(),
  vehicle_id: z.guid().nullable(),
  vehicle_title: z.string().nullable(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  message: z.string().nullable(),
  referred_name: z.string().nullable(),
  referred_phone: z.string().nullable(),
  state: LeadState,
  notes: z.string(),
  /** The team's next step and its day (YYYY-MM-DD); there is no step without a day. */
  next_step: z.string(),
  next_step_on: z.iso.date().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  /** The vehicle's status and first photo; null once it is deleted. */
  vehicle: z.object({ status: z.string(), cover: z.string().nullable() }).nullable(),
});
export type Lead = z.infer<typeof Lead>;

/** The columns that a recipient can change. */
export const LeadChange = z
  .object({
    state: LeadState,
    notes: z
      .string()
      .max(MAX_NOTES_LENGTH, { error: `Usa como máximo ${MAX_NOTES_LENGTH} caracteres.` })
      .refine((text) => !unstorable.test(text), {
        error: "Las notas contienen caracteres que no se admiten.",
      }),
    next_step: z
      .string()
      .max(MAX_STEP_LENGTH, { error: `Usa como máximo ${MAX_STEP_LENGTH} caracteres.` }),
    next_step_on: storableDay().nullable(),
    /** Only for leads of kind 'direct_contact'. */
    name: requiredName("Escribe el nombre."),
    /**
     * Stored as "+" and digits when there is a country code and no extension, as in
     * public.make_tap_lead. Empty gives null.
     */
    phone: z.preprocess(
      (text) => text || null,
      requiredPhone("Escribe el teléfono.")
        .transform((text) =>
          /^\+[^\p{L};#]*$/u.test(text) ? text.replaceAll(/[^+\d]/g, "") : text,
        )
        .nullable(),
    ),
  })
  .partial();
export type LeadChange = z.infer<typeof LeadChange>;

/** Characters that PostgreSQL cannot store as text. */
const unstorable = /[\0\p{Surrogate}]/u;
/** Characters that break a line. In a mail header they would start another header. */
const lineBreaking = /[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}]/u;
/** The shortest phone number of any country. */
const minPhoneDigits = 6;

const sender = {
  recipientId: z.guid({ error: "El destinatario no es válido." }),
  /** A honeypot: people do not see this field, so only bots fill it in. */
  company: z.string().optional(),
  /** Created when the dialog opens, so that a retry is recognized. */
  submissionId: z.guid({ error: "El envío no es válido." }).nullish(),
};

const inquiry = {
  ...sender,
  name: requiredName("Escribe tu nombre."),
  email: z
    .string({ error: "Escribe tu correo electrónico." })
    .overwrite(asciiEmail)
    .min(1, { error: "Escribe tu correo electrónico." })
    .max(254, { error: "El correo electrónico no es válido." })
    .pipe(z.email({ error: "El correo electrónico no es válido." })),
  phone: z
    .string()
    .overwrite(cleanLine)
    .max(40, { error: "El teléfono no es válido." })
    .refine((text) => !lineBreaking.test(text), { error: "El teléfono no es válido." })
    .nullish()
    .transform((text) => text || null),
  message: z
    .string()
    .overwrite(cleanText)
    .max(2000, { error: "El mensaje puede tener como máximo 2000 caracteres." })
    .refine((text) => !unstorable.test(text), {
      error: "El mensaje contiene caracteres que no se admiten.",
    })
    .nullish()
    .transform((text) => text || null),
};

/** The body of the server function send-lead-notification (docs/product/leads.md). */
export const LeadInput = z.discriminatedUnion(
  "type",
  [
    z.object({
      type: z.literal("vehicle_inquiry"),
      vehicleId: z.guid({ error: "El vehículo no es válido." }),
      ...inquiry,
    }),
    z.object({ type: z.literal("general_inquiry"), ...inquiry }),
  ],
  { error: "El tipo de solicitud no es válido." },
);
/** The body as the page sends it. */
export type LeadInput = z.input<typeof LeadInput>;

/** The body of the server function send-referral-notification: all four fields are required. */
export const ReferralInput = z.object({
  ...sender,
  referrerName: requiredName("Escribe tu nombre."),
  referrerPhone: requiredPhone("Escribe tu teléfono."),
  referredName: requiredName("Escribe el nombre de tu amigo."),
  referredPhone: requiredPhone("Escribe el teléfono de tu amigo."),
});
/** The body as the page sends it. */
export type ReferralInput = z.input<typeof ReferralInput>;

function requiredLine(message: string, longest: number) {
  return z
    .string({ error: message })
    .overwrite(cleanLine)
    .min(1, { error: message })
    .max(longest, { error: `Usa como máximo ${longest} caracteres.` })
    .refine((text) => !lineBreaking.test(text), {
      error: "El nombre contiene caracteres que no se admiten.",
    });
}

function requiredName(message: string) {
  return requiredLine(message, 120);
}

function requiredPhone(message: string) {
  return requiredLine(message, 40).refine(
    (text) => text.replaceAll(/\D/g, "").length >= minPhoneDigits,
    { error: "El teléfono no es válido." },
  );
}
