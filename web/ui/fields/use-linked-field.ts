import { useEffect } from "react";
import { useLocation } from "react-router";

/**
 * Puts the focus into the field that the address names behind its "#", for a form that came after
 * the page did.
 */
export function useLinkedField(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === "") return;
    const field = document.getElementById(decodeURIComponent(hash.slice(1)));
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: "center" });
  }, [hash]);
}
