/** The ways to reach who is shown, ready to be followed; what is hidden or was never given is absent. */
export type ContactShown = {
  call: { text: string; href: string } | null;
  email: { text: string; href: string } | null;
  place: { text: string; href: string } | null;
  whatsapp: string | null;
  social: { name: string; href: string }[];
};
