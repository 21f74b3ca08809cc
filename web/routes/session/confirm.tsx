import { ConfirmLink } from "#web/features/accounts/recovery/confirm-link.tsx";
import type { Route } from "./+types/confirm.ts";

export const headers: Route.HeadersFunction = () => ({
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
});

export const meta = () => [
  { title: "Abrir tu enlace | Vitrina" },
  { name: "robots", content: "noindex" },
];

export default function ConfirmPage() {
  return <ConfirmLink />;
}
