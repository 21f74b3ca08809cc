import { z } from "zod";

declare global {
  interface Navigator {
    /** The Contact Picker API, which Chrome on Android has. */
    contacts?: {
      select(properties: string[], options: { multiple: boolean }): Promise<unknown>;
    };
  }
}

/** What a phone's contact says of a person, as it stands there. */
export type Contact = { fullName: string; phone: string; email: string };

const texts = z.array(z.string()).nullish();
const Picked = z.array(z.object({ name: texts, tel: texts, email: texts }));

/** Whether this device lets a page ask for a contact. */
export function canPickContact(): boolean {
  return "contacts" in navigator;
}

/**
 * Lets the person pick a contact of the phone; null when none was picked. To be called by the press
 * itself. Of a phone that refuses nothing is known, and all is left to be typed.
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
