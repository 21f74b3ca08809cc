import { redirect } from "react-router";
import { GuestFrame } from "#web/features/accounts/sign-in/guest-frame.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { ShowroomScene } from "#web/ui/states/scenes.tsx";
import type { Route } from "./+types/unsubscribe.ts";

/**
 * The unsubscribe link of the weekly mail. One press stops it (site/unsubscribe.ts), with or
 * without script.
 */
export function loader({ request }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams;
  const isDone = parameters.has("listo");
  if (!isDone && !parameters.has("key")) throw redirect("/");
  return { isDone };
}

export const meta = () => [
  { title: "Resumen del lunes | Vitrina" },
  { name: "robots", content: "noindex" },
];

export default function UnsubscribePage({ loaderData: { isDone } }: Route.ComponentProps) {
  return (
    <GuestFrame
      title={isDone ? "Ya no te escribiremos los lunes" : "Resumen del lunes"}
      description={
        isDone
          ? "Puedes volver a activarlo cuando quieras en Prospectos, en «Avisos»."
          : "Lo que llegó, se vendió y espera respuesta, por correo cada lunes."
      }
      scene={<ShowroomScene className="absolute inset-0 size-full" />}
    >
      {!isDone && (
        <form method="post">
          <Button type="submit" size="lg" className="w-full">
            Dejar de recibirlo
          </Button>
        </form>
      )}
    </GuestFrame>
  );
}
