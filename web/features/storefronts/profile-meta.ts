import type { MetaDescriptor } from "react-router";
import type { OpeningHoursMeta } from "#web/ui/opening-times.ts";
import { previewMeta } from "#web/ui/preview-meta.ts";

/** Who a page is about, as search engines are told; nothing that the page itself does not show. */
export type Profile = {
  kind: "AutoDealer" | "Person";
  name: string;
  /** Where the profile's own page is. */
  url: string;
  logo: string | null;
  contact: ContactShown;
  /** Left out where nothing was said. */
  openingHours?: OpeningHoursMeta[] | undefined;
  /** The dealership that a person sells for, if it has a page. */
  worksFor?: { name: string; url: string | null } | undefined;
};

type Page = {
  /** Without the product's name. */
  title: string;
  description: string;
  /**
   * Where search engines keep the page, and what a share hands on: with the vendedor whose link it
   * is.
   */
  canonical: string;
  url: string;
  image: string;
  /** The way to the page from the landing, the page itself last; left out where there is none. */
  trail?: { name: string; url: string }[];
  /** What the page lists. */
  items?: { name: string; url: string }[];
};

const LONGEST_DESCRIPTION = 200;

/**
 * What search engines and link previews read in the head of a page about a seller: an inventory, a
 * vendedor, a contact card.
 */
export function profileMeta(profile: Profile, page: Page): MetaDescriptor[] {
  const description = shorten(page.description);
  return [
    { title: `${page.title} | Vitrina` },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: page.canonical },
    ...previewMeta({
      title: page.title,
      description,
      url: page.url,
      image: page.image,
      imageAlt: profile.name,
      siteName: profile.worksFor?.name ?? profile.name,
      type: profile.kind === "Person" ? "profile" : "website",
    }),
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@graph": [structuredProfile(profile), ...lists(page)],
      },
    },
  ];
}

/** The head of a page that cannot be shown: no search engine keeps it. */
export function deadEndMeta(message: { title: string; description: string }): MetaDescriptor[] {
  return [
    { title: `${message.title} | Vitrina` },
    { name: "description", content: message.description },
    { name: "robots", content: "noindex" },
  ];
}

function structuredProfile(profile: Profile) {
  const { kind, name, url, logo, contact, openingHours, worksFor } = profile;
  const links = contact.social.map(({ href }) => href);
  return {
    "@type": kind,
    name,
    url,
    [kind === "Person" ? "image" : "logo"]: logo ?? undefined,
    telephone: contact.call?.text,
    email: contact.email?.text,
    ...(kind === "AutoDealer" && contact.place?.isWritten ? { address: contact.place.text } : {}),
    ...(kind === "AutoDealer" ? { openingHoursSpecification: openingHours } : {}),
    sameAs: links.length > 0 ? links : undefined,
    ...(worksFor
      ? {
          jobTitle: "Vendedor",
          worksFor: { "@type": "AutoDealer", name: worksFor.name, url: worksFor.url ?? undefined },
        }
      : {}),
  };
}

function lists({ trail, items }: Page): object[] {
  return [
    ...(trail ? [{ "@type": "BreadcrumbList", itemListElement: trail.map(place("item")) }] : []),
    ...(items?.length ? [{ "@type": "ItemList", itemListElement: items.map(place("url")) }] : []),
  ];
}

function place(address: "item" | "url") {
  return ({ name, url }: { name: string; url: string }, index: number) => ({
    "@type": "ListItem",
    position: index + 1,
    name,
    [address]: url,
  });
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= LONGEST_DESCRIPTION
    ? line
    : `${line.slice(0, LONGEST_DESCRIPTION - 1).trimEnd()}…`;
}

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
