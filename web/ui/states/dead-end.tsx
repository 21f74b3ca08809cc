import type { ReactNode } from "react";
import { LostRoadDrawing, UnpluggedDrawing } from "./drawings.tsx";

const drawings = { missing: LostRoadDrawing, unanswered: UnpluggedDrawing };

type DeadEndProps = {
  kind: keyof typeof drawings;
  title: string;
  description: ReactNode;
  /** A link that looks like a button, so that it works without script. */
  action: ReactNode;
};

/** A whole public page that cannot be shown: it does not exist, or the server does not answer. */
export function DeadEnd({ kind, title, description, action }: DeadEndProps) {
  const Drawing = drawings[kind];
  return (
    <main className="grid min-h-dvh place-items-center px-6 py-16">
      <div className="grid max-w-md justify-items-center gap-3 text-center">
        <div className="w-60 text-muted-foreground">
          <Drawing />
        </div>
        <h1 className="mt-4 font-semibold text-headline">{title}</h1>
        <p className="text-muted-foreground">{description}</p>
        <div className="mt-4">{action}</div>
      </div>
    </main>
  );
}
