import type { Lead } from "#contract/lead.ts";
import { kindLabels } from "./messages.ts";
import { formatPhone } from "./prospect.ts";

/** The columns of the file, in order. */
const columns: [head: string, read: (lead: Lead) => string | null][] = [
  ["Fecha", ({ created_at }) => localMoment(new Date(created_at))],
  ["Tipo", ({ kind }) => kindLabels[kind]],
  ["Estado", ({ state }) => state],
  ["Nombre", ({ name }) => name],
  ["Correo electrónico", ({ email }) => email],
  ["Teléfono", ({ phone }) => writtenPhone(phone)],
  ["Vehículo", ({ vehicle_title }) => vehicle_title],
  ["Mensaje", ({ message }) => message],
  ["Referido", ({ referred_name }) => referred_name],
  ["Teléfono del referido", ({ referred_phone }) => writtenPhone(referred_phone)],
  ["Vendedor", ({ recipient_name }) => recipient_name],
  ["Notas", ({ notes }) => notes],
];

/** So that Excel reads accents. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Leads as a file for a spreadsheet (RFC 4180). Its separator is the one that the reader's Excel
 * expects, a semicolon where decimals are written with a comma. What a stranger typed never becomes
 * a formula.
 */
export function leadsCsv(leads: Lead[], separator: "," | ";"): string {
  const rows = [
    columns.map(([head]) => head),
    ...leads.map((lead) => columns.map(([, read]) => cell(read(lead) ?? ""))),
  ];
  const lines = rows.map((row) => row.map((text) => quoted(text, separator)).join(separator));
  return `${BYTE_ORDER_MARK}${lines.join("\r\n")}\r\n`;
}

/** The separator for a reader's language tag. */
export function separatorFor(language: string): "," | ";" {
  return new Intl.NumberFormat(language).format(0.5).includes(",") ? ";" : ",";
}

/** A spreadsheet computes what begins like this; an apostrophe before it makes it a text. */
function cell(text: string): string {
  return /^[\s\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
}

function quoted(text: string, separator: string): string {
  return /["\r\n]/.test(text) || text.includes(separator) || text.trim() !== text
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}

/** Without its plus, with which it would be a formula; the spaces keep it a text. */
function writtenPhone(phone: string | null): string | null {
  return phone && formatPhone(phone).replace(/^\+/, "");
}

function localMoment(date: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
