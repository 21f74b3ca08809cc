import { CircleAlert, CircleCheck, Clock, TriangleAlert } from "lucide-react";

/** The label, icon and colours of each age group on the lot (contract/lot-age.ts). */
export const ageStyles = {
  "0-30": { word: "Reciente", variant: "success", ink: "text-success-ink", Icon: CircleCheck },
  "31-45": { word: "A tiempo", variant: "info", ink: "text-info-ink", Icon: Clock },
  "46-60": { word: "Lento", variant: "warning", ink: "text-warning-ink", Icon: TriangleAlert },
  "61-mas": {
    word: "Estancado",
    variant: "destructive",
    ink: "text-destructive-ink",
    Icon: CircleAlert,
  },
} as const;
