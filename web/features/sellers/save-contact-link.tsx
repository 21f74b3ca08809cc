import { UserRoundPlus } from "lucide-react";
import { buttonStyles } from "#web/ui/controls/button.tsx";

/**
 * 'Guardar contacto': a plain link to the card's file, so that it works without script and inside
 * other apps.
 */
export function SaveContactLink({ file, className = "" }: { file: string; className?: string }) {
  return (
    <a
      href={file}
      className={`${buttonStyles({ variant: "outline" })} noscript:col-span-full ${className}`}
    >
      <UserRoundPlus aria-hidden="true" />
      Guardar contacto
    </a>
  );
}
