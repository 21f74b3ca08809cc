import drawings from "./social.svg?no-inline";

/** The sign of a network, by its name. Sized and coloured like the icons beside it. */
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
