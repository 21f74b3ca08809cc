import { z } from "zod";

/** The countries that a dealership can choose (config.profile.country, ISO 3166). */
export const countries = [
  "US",
  "MX",
  "PR",
  "AR",
  "BO",
  "BR",
  "CL",
  "CO",
  "CR",
  "DO",
  "EC",
  "ES",
  "GT",
  "HN",
  "NI",
  "PA",
  "PE",
  "PY",
  "SV",
  "UY",
  "VE",
] as const;

/** A country code, or "" for the platform's default (check profiles_config_units). */
export const Country = z.string().regex(/^([A-Z]{2})?$/, { error: "Elige un país." });

export function countryName(code: string): string {
  return new Intl.DisplayNames("es", { type: "region" }).of(code) ?? code;
}
