import type { ContactLinks } from "./contact-links.ts";
import drawings from "./social.svg?no-inline";

/** Instagram and Facebook links, as far as set and visible. `className` sets the layout. */
export function SocialLinks(props: { social: ContactLinks["social"]; className?: string }) {
  if (props.social.length === 0) return null;
  return (
    <ul className={`flex flex-wrap gap-x-5 text-sm ${props.className ?? ""}`}>
      {props.social.map(({ name, href }) => (
        <li key={name}>
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            className="flex min-h-11 items-center gap-2 font-medium hover:underline"
          >
            <SocialIcon name={name} className="size-4 text-muted-foreground" />
            <span>{name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Icon of a social network, sized and colored like Lucide icons. */
export function SocialIcon({ name, className }: { name: string; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
      className={className}
    >
      <use href={`${drawings}#${name}`} />
    </svg>
  );
}
