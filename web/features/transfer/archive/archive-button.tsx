import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useRef, useState } from "react";
import { requestErrorMessage } from "#web/api/request-error-message.ts";
import { useUnits } from "#web/session/dealership/use-units.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { formatNumber } from "#web/ui/fields/format-number.ts";
import { Progress } from "#web/ui/states/progress.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { isUnreachable, userMessageOf } from "#web/ui/states/user-facing-error.ts";
import { transferMessages as messages } from "../messages.ts";
import type { Transfer } from "../transfer-queries.ts";
import type { ArchiveProgress } from "./download-archive.ts";

type ArchiveButtonProps = { transfer: Transfer; kind: "photos" | "all"; children: string };

/** Downloads a ZIP and shows its progress. */
export function ArchiveButton({ transfer, kind, children }: ArchiveButtonProps) {
  const { supabase } = useAuth();
  const units = useUnits(transfer.ownerId);
  const stopping = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<ArchiveProgress | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const stop = new AbortController();
      stopping.current = stop;
      setProgress(null);
      // Load the ZIP library on first use.
      const { downloadAll, downloadPhotos } = await import("./download-archive.ts");
      const request = { supabase, transfer, units, signal: stop.signal, onProgress: setProgress };
      return kind === "all" ? downloadAll(request) : downloadPhotos(request);
    },
    onSuccess: (missing) => {
      if (missing > 0) toast({ ...messages.photosMissing(missing), variant: "destructive" });
    },
    onError: (error) => {
      if (error.name === "AbortError") return;
      toast({ ...messages.archiveFailed, description: reasonOf(error), variant: "destructive" });
    },
  });
  if (isPending) return <Saving progress={progress} onStop={() => stopping.current?.abort()} />;
  return (
    <Button variant="outline" onClick={() => mutate()}>
      <Download aria-hidden="true" />
      {children}
    </Button>
  );
}

function reasonOf(error: Error): string {
  if (error.name === "QuotaExceededError") return messages.noRoom;
  return isUnreachable(error) ? userMessageOf(error, "") : requestErrorMessage(error);
}

function Saving({ progress, onStop }: { progress: ArchiveProgress | null; onStop: () => void }) {
  const label = progress
    ? `Reuniendo fotos: ${formatNumber(progress.done)} de ${formatNumber(progress.of)}`
    : "Reuniendo los datos";
  return (
    <div className="grid w-full gap-3">
      <p role="status" className="text-sm">
        {label}
      </p>
      <Progress label={label} value={progress ? (progress.done / progress.of) * 100 : null} />
      <Button variant="outline" className="w-fit" onClick={onStop}>
        Cancelar
      </Button>
    </div>
  );
}
