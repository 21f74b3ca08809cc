import { Link2 } from "lucide-react";
import { profileAddress } from "./profile-address.ts";

/** Instagram and Facebook profile links, for those that the seller gave and shows. */
export function SocialLinks(props: {
  instagram?: string | undefined;
  facebook?: string | undefined;
}) {
  const links = [
    ["Instagram", profileAddress("instagram.com", props.instagram)],
    ["Facebook", profileAddress("facebook.com", props.facebook)],
  ] as const;
  const present = links.filter(([, address]) => address !== null);
  if (present.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-5 border-t pt-2 text-sm">
      {present.map(([name, address]) => (
        <li key={name}>
          <a
            href={address ?? undefined}
            target="_blank"
            rel="noopener noreferrer"
            className="flex min-h-11 items-center gap-2 font-medium hover:underline"
          >
            <Link2 aria-hidden="true" className="size-4 text-muted-foreground" />
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
