import { UserRound } from "lucide-react";
import { useState } from "react";

/** A person's or dealership's picture, else the initials. Decorative: the name is next to it. */
export function Avatar(props: {
  name: string;
  src?: string | null | undefined;
  className?: string;
}) {
  const { name, src, className = "" } = props;
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span aria-hidden="true" className={`avatar ${className}`}>
      {src && src !== broken ? (
        <img src={src} alt="" className="size-full object-cover" onError={() => setBroken(src)} />
      ) : (
        initials(name) || <UserRound className="size-1/2" />
      )}
    </span>
  );
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters.map((word) => word?.[0]?.toLocaleUpperCase("es") ?? "").join("");
}
