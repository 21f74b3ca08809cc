import { TapsPage } from "#web/features/leads/taps/taps-page.tsx";

export const meta = () => [{ title: "Toques | Vitrina" }];

export default function Taps() {
  return <TapsPage />;
}
