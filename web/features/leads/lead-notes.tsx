import { Check, CircleAlert } from "lucide-react";
import { type Lead, LONGEST_NOTES } from "#contract/lead.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field } from "#web/ui/controls/field.tsx";
import { Textarea } from "#web/ui/controls/textarea.tsx";
import { useUnsavedGuard } from "#web/ui/controls/use-unsaved-guard.tsx";
import { type NotesPhase, useNotes } from "./use-notes.ts";

/** What the team writes down about a lead; it saves itself and says so. */
export function LeadNotes({ lead }: { lead: Lead }) {
  const { text, type, save, phase, discard } = useNotes(lead);
  const guard = useUnsavedGuard({
    dirty: phase === "failed",
    description: "Tus notas no se pudieron guardar y se perderán.",
    onLeave: discard,
  });
  return (
    <div className="grid gap-2">
      <Field label="Notas" aside={<PhaseWords phase={phase} hasText={text !== ""} />}>
        <Textarea
          value={text}
          onChange={(event) => type(event.target.value)}
          onBlur={phase === "typing" ? save : undefined}
          maxLength={LONGEST_NOTES}
          placeholder="Qué busca, cuándo llamarle, qué le ofreciste..."
          className="max-h-80"
        />
      </Field>
      {phase === "failed" && (
        <div role="alert" className="flex items-center justify-between gap-3">
          <p className="flex items-center gap-1.5 text-destructive-ink text-sm">
            <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
            No se pudieron guardar.
          </p>
          <Button variant="outline" size="sm" onClick={save}>
            Reintentar
          </Button>
        </div>
      )}
      {guard.dialog}
    </div>
  );
}

function PhaseWords({ phase, hasText }: { phase: NotesPhase; hasText: boolean }) {
  return (
    <span role="status" className="inline-flex items-center gap-1">
      {phase === "saving" && "Guardando..."}
      {phase === "saved" && hasText && (
        <>
          <Check aria-hidden="true" className="size-3.5" />
          Guardado
        </>
      )}
    </span>
  );
}
