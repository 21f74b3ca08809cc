import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

const merge = extendTailwindMerge({
  extend: {
    classGroups: {
      "font-size": [{ text: ["2xs", "title", "headline", "display"] }],
      shadow: [{ shadow: ["xs", "card", "raised", "overlay"] }],
    },
  },
});

/** Joins class names; of conflicting Tailwind classes the last one wins. */
export function classNames(...values: ClassValue[]): string {
  return merge(clsx(values));
}
