import { CircleAlert, CircleCheck, Clock, TriangleAlert } from "lucide-react";
import type { Age } from "#contract/lot-age.ts";

/** How each age is told: by a word and a picture, and by a colour that says the same. */
export const ageLooks = {
  "0-30": { word: "Reciente", variant: "success", Icon: CircleCheck },
  "31-45": { word: "A tiempo", variant: "info", Icon: Clock },
  "46-60": { word: "Lento", variant: "warning", Icon: TriangleAlert },
  "61-mas": {
    word: "Estancado",
    variant: "destructive",
    Icon: CircleAlert,
  },
} as const satisfies Record<Age, unknown>;
