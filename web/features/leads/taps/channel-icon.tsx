import { MapPin, Phone, UserRoundPlus } from "lucide-react";
import type { TapChannel } from "#contract/customers/contact-tap.ts";
import { WhatsappIcon } from "#web/ui/whatsapp-icon.tsx";

const icons = {
  whatsapp: WhatsappIcon,
  call: Phone,
  contact: UserRoundPlus,
  directions: MapPin,
} satisfies Record<TapChannel, unknown>;

/** Icon of a contact channel. */
export function ChannelIcon({ channel, className }: { channel: TapChannel; className: string }) {
  const Icon = icons[channel];
  return <Icon aria-hidden="true" className={className} />;
}
