import { useEffect } from "react";
import { useLocation } from "react-router";

/** Focuses the field in the URL's fragment, for a form that renders after the page. */
export function useLinkedField(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === "") return;
    const field = document.getElementById(decodeURIComponent(hash.slice(1)));
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: "center" });
  }, [hash]);
}
