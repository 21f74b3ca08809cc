import { TeamPage } from "#web/features/team/team-page.tsx";

export const meta = () => [{ title: "Mi Equipo | Vitrina" }];

export default function Team() {
  return <TeamPage />;
}
