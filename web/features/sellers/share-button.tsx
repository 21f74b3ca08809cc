import { Share2 } from "lucide-react";
import { buttonStyles } from "#web/ui/controls/button.tsx";
import { copyLink } from "#web/ui/controls/copy-link.ts";

/**
 * 'Compartir': the device's own way to share where it has one, else the link goes to the clipboard.
 */
export function ShareButton({ title, address }: { title: string; address: string }) {
  const share = async () => {
    if (typeof navigator.share !== "function") return copyLink(address);
    await navigator.share({ title, url: address }).catch((failure: unknown) => {
      const isChangeOfMind = failure instanceof DOMException && failure.name === "AbortError";
      return isChangeOfMind ? undefined : copyLink(address);
    });
  };
  return (
    <button type="button" onClick={share} className={buttonStyles({ variant: "outline" })}>
      <Share2 aria-hidden="true" />
      Compartir
    </button>
  );
}
