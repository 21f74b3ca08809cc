import type { TapChannel } from "#contract/customers/contact-tap.ts";
import { usePublicConfig } from "#web/api/site-config.ts";
import type { ContactLinks } from "./contact-links.ts";

type TapDataProps = {
  /** Profile ID of the contact. */
  sellerId: string;
  links: Pick<ContactLinks, "whatsapp" | "call" | "place">;
  /** URL of the contact card. */
  file?: string | null;
  /** The page's vehicle. */
  vehicleId?: string;
};

/**
 * Embeds the seller and their contact links for recordTaps. A part of the page with another contact
 * embeds its own next to its links.
 */
export function TapData({ sellerId, links, file, vehicleId }: TapDataProps) {
  const { anonKey } = usePublicConfig();
  const channels: [address: string | null | undefined, channel: TapChannel][] = [
    [links.call?.href, "call"],
    [links.place?.href, "directions"],
    [file, "contact"],
    [links.whatsapp, "whatsapp"],
  ];
  const channelsByUrl = Object.fromEntries(channels.filter(([address]) => address));
  const page = { key: anonKey, seller: sellerId, vehicle: vehicleId ?? null, channelsByUrl };
  return <template data-tapped={JSON.stringify(page)} />;
}

/**
 * Records a visitor's tap on a contact link (decision 079). Inlined as source, so that taps count
 * before modules are loaded. A WhatsApp link briefly gets an href with a code at the end of the
 * message: after the vehicle's link on the second line, else on a line of its own. Signed-in people
 * are not recorded.
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
  const appendCode = (link: Element, address: string, code: string) => {
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
    // Only primary and middle clicks open links.
    if (!link || !address || !page || (type === "auxclick" && button !== 1)) return;
    const { key, seller, vehicle, channelsByUrl } = JSON.parse(page);
    const channel = channelsByUrl[address];
    if (!channel || isSignedIn()) return;
    // Separate codes per channel, so that a message never carries the code of a call.
    const way = `${channel} ${page}`;
    const code = codes.get(way) ?? makeCode();
    codes.set(way, code);
    if (channel === "whatsapp") appendCode(link, address, code);
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
