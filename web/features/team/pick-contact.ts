import { z } from "zod";

declare global {
  interface Navigator {
    /** The Contact Picker API, available in Chrome on Android. */
    contacts?: {
      select(properties: string[], options: { multiple: boolean }): Promise<unknown>;
    };
  }
}

/** Unparsed contact data from a phone. */
export type Contact = { fullName: string; phone: string; email: string };

const texts = z.array(z.string()).nullish();
const Picked = z.array(z.object({ name: texts, tel: texts, email: texts }));

/** Whether the browser has a contact picker. */
export function canPickContact(): boolean {
  return "contacts" in navigator;
}

/**
 * Opens the contact picker; null if none was picked. Call it directly in a press handler. If the
 * phone refuses, returns an empty contact.
 */
export async function pickContact(): Promise<Contact | null> {
  const [contact] = await ask();
  if (!contact) return null;
  const { name, tel, email } = contact;
  return { fullName: firstOf(name), phone: firstOf(tel), email: firstOf(email) };
}

async function ask(): Promise<z.infer<typeof Picked>> {
  try {
    return Picked.parse(
      await navigator.contacts?.select(["name", "tel", "email"], { multiple: false }),
    );
  } catch {
    return [{}];
  }
}

function firstOf(values: string[] | null | undefined): string {
  return values?.find(Boolean)?.trim() ?? "";
}
