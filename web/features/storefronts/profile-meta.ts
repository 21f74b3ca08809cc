import type { MetaDescriptor } from "react-router";
import type { OpeningHoursMeta } from "#web/ui/opening-times.ts";
import { previewMeta } from "#web/ui/preview-meta.ts";

/** The subject of a page for search engines; contains nothing that the page does not show. */
export type Profile = {
  kind: "AutoDealer" | "Person";
  name: string;
  /** URL of the profile's page. */
  url: string;
  logo: string | null;
  contact: VisibleContact;
  /** Omitted if not set. */
  openingHours?: OpeningHoursMeta[] | undefined;
  /** A salesperson's dealership, if it has a page. */
  worksFor?: { name: string; url: string | null } | undefined;
};

type Page = {
  /** Without the product's name. */
  title: string;
  description: string;
  /** URL for search engines, and URL for sharing, which keeps the salesperson. */
  canonical: string;
  url: string;
  image: string;
  /** Breadcrumbs from the landing to this page; omitted if there are none. */
  breadcrumbs?: { name: string; url: string }[];
  /** The items listed on the page. */
  items?: { name: string; url: string }[];
};

const MAX_DESCRIPTION_LENGTH = 200;

/** Head of a page about a seller: an inventory, a salesperson or a contact card. */
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

/** Head of a page that cannot be shown; not indexed. */
export function errorPageMeta(message: { title: string; description: string }): MetaDescriptor[] {
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

function lists({ breadcrumbs, items }: Page): object[] {
  return [
    ...(breadcrumbs
      ? [{ "@type": "BreadcrumbList", itemListElement: breadcrumbs.map(place("item")) }]
      : []),
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
  return line.length <= MAX_DESCRIPTION_LENGTH
    ? line
    : `${line.slice(0, MAX_DESCRIPTION_LENGTH - 1).trimEnd()}…`;
}

/** Visible contact links; hidden or missing ones are absent. */
export type VisibleContact = {
  call: { text: string; href: string } | null;
  email: { text: string; href: string } | null;
  /** `isWritten` is true if the text is the address, not just the label of a map link. */
  place: { text: string; href: string; isWritten: boolean } | null;
  whatsapp: string | null;
  social: { name: string; href: string }[];
};
