import type { TapChannel } from "#contract/customers/contact-tap.ts";
import { usePublicConfig } from "#web/api/site-config.ts";
import type { ContactLinks } from "./contact-links.ts";

type TappedPageProps = {
  /** Who is shown for contact. */
  sellerId: string;
  links: Pick<ContactLinks, "whatsapp" | "call" | "place">;
  /** The contact card as a file. */
  file?: string | null;
  /** The vehicle whose page it is. */
  vehicleId?: string;
};

/**
 * Says whose page it is, and which of its links are ways to reach them, for recordTaps. Where a
 * part of the page is somebody else's, theirs stands beside their links.
 */
export function TappedPage({ sellerId, links, file, vehicleId }: TappedPageProps) {
  const { anonKey } = usePublicConfig();
  const channels: [address: string | null | undefined, channel: TapChannel][] = [
    [links.call?.href, "call"],
    [links.place?.href, "directions"],
    [file, "contact"],
    [links.whatsapp, "whatsapp"],
  ];
  const ways = Object.fromEntries(channels.filter(([address]) => address));
  const page = { key: anonKey, seller: sellerId, vehicle: vehicleId ?? null, ways };
  return <template data-tapped={JSON.stringify(page)} />;
}

/**
 * Sent as its source, so that the first tap counts before any module is there. Records a visitor's
 * tap on a way to reach the seller (decision 079), and lends the WhatsApp link an address whose
 * message ends with a code: behind the vehicle's link on the second line, or alone on it. Whoever
 * is signed in on this device is no visitor.
 */
export function recordTaps(): void {
  const codes = new Map<string, string>();
  const makeCode = () => {
    const letters = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
    const numbers = crypto.getRandomValues(new Uint8Array(6));
    return Array.from(numbers, (number) => letters[number % letters.length]).join("");
  };
  const isSignedIn = () => {
    try {
      return Object.keys(localStorage).some((name) => /^sb-.+-auth-token$/.test(name));
    } catch {
      return false;
    }
  };
  const lendCode = (link: Element, address: string, code: string) => {
    const url = new URL(address);
    const text = url.searchParams.get("text") ?? "";
    const written = `${text}${text.includes("\n") ? " " : "\n"}Ref. ${code}`;
    link.setAttribute("href", `${url.origin}${url.pathname}?text=${encodeURIComponent(written)}`);
    setTimeout(() => link.setAttribute("href", address));
  };
  const pageOf = (link: Element) => {
    for (let part: Element | null = link; part; part = part.parentElement) {
      const own = part.querySelector(":scope > [data-tapped]");
      if (own) return own;
    }
    return document.querySelector("[data-tapped]");
  };
  const record = ({ target, type, button }: MouseEvent) => {
    const link = target instanceof Element ? target.closest("a") : null;
    const page = link && pageOf(link)?.getAttribute("data-tapped");
    const address = link?.getAttribute("href");
    // Other clicks than the first and the middle button's open no link.
    if (!link || !address || !page || (type === "auxclick" && button !== 1)) return;
    const { key, seller, vehicle, ways } = JSON.parse(page);
    const channel = ways[address];
    if (!channel || isSignedIn()) return;
    // A message names its own tap, not a call's from the same page.
    const way = `${channel} ${page}`;
    const code = codes.get(way) ?? makeCode();
    codes.set(way, code);
    if (channel === "whatsapp") lendCode(link, address, code);
    fetch("/rest/v1/rpc/record_contact_tap", {
      method: "POST",
      keepalive: true,
      headers: { apikey: key, authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({
        p_seller_id: seller,
        p_channel: channel,
        p_code: code,
        p_vehicle_id: vehicle,
      }),
    }).catch(() => undefined);
  };
  document.addEventListener("click", record, true);
  document.addEventListener("auxclick", record, true);
}
