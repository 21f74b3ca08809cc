/**
 * The ways to reach who is shown, ready to be followed; what is hidden or was never given is
 * absent.
 */
export type ContactShown = {
  call: { text: string; href: string } | null;
  email: { text: string; href: string } | null;
  /** `isWritten` where the text is the address itself, and not only the name of a link to a map. */
  place: { text: string; href: string; isWritten: boolean } | null;
  whatsapp: string | null;
  social: { name: string; href: string }[];
};
