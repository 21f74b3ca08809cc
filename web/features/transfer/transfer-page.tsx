import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useRef, useState } from "react";
import { failureNotice } from "#web/api/failure-notice.ts";
import { useToday } from "#web/session/dealership/use-today.ts";
import { useUnits } from "#web/session/dealership/use-units.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { csvFile } from "#web/ui/controls/csv.ts";
import { downloadFile } from "#web/ui/controls/download-file.ts";
import { Card, CardContent, CardHeader } from "#web/ui/frame/card.tsx";
import { PageHeader } from "#web/ui/frame/page-header.tsx";
import { LostRoadDrawing } from "#web/ui/states/drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { Notice } from "#web/ui/states/notice.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { ArchiveButton } from "./archive/archive-button.tsx";
import { exportRows } from "./export-rows.ts";
import { LastImportNotice } from "./last-import.tsx";
import type { Workbook } from "./map-sheet.ts";
import { transferMessages as messages } from "./messages.ts";
import { PhotoImport } from "./photos/photo-import.tsx";
import { Review } from "./review.tsx";
import { writeWorkbook } from "./sheet-worker-client.ts";
import { SourceCard } from "./source-card.tsx";
import { readInventory, type Transfer } from "./transfer-queries.ts";

type TransferPageProps = { transfer: Transfer | null; mayImport: boolean; mayDownloadAll: boolean };

/**
 * /inventory/transfer: imports and exports vehicles and photos. Only people who may add vehicles
 * can import; only the dealership itself can download all of its data.
 */
export function TransferPage({ transfer, mayImport, mayDownloadAll }: TransferPageProps) {
  return (
    <>
      <PageHeader title={messages.title} description={messages.description} backTo="/dashboard" />
      {transfer ? (
        <div className="grid gap-4">
          {mayImport ? (
            <Import transfer={transfer} />
          ) : (
            <Notice title="No puedes importar">{messages.notAllowed}</Notice>
          )}
          <PhotoImport transfer={transfer} />
          <ExportCard transfer={transfer} />
          {mayDownloadAll && <DownloadAllCard transfer={transfer} />}
        </div>
      ) : (
        <EmptyState drawing={<LostRoadDrawing />} title={messages.noDealership} />
      )}
    </>
  );
}

/** First the source, then the preview; the last import is shown above. */
function Import({ transfer }: { transfer: Transfer }) {
  const [workbook, setWorkbook] = useState<Workbook | null>(null);
  const area = useRef<HTMLElement>(null);
  const show = (next: Workbook | null) => {
    setWorkbook(next);
    // The pressed button disappears; the result and the undo button are at the top.
    area.current?.focus({ preventScroll: true });
    area.current?.scrollIntoView();
  };
  return (
    <section
      ref={area}
      tabIndex={-1}
      aria-label="Importar"
      className="grid scroll-mt-20 gap-4 outline-none"
    >
      <LastImportNotice transfer={transfer} />
      {workbook ? (
        <Review transfer={transfer} workbook={workbook} onClose={() => show(null)} />
      ) : (
        <SourceCard onRead={show} />
      )}
    </section>
  );
}

function ExportCard({ transfer }: { transfer: Transfer }) {
  return (
    <Card>
      <CardHeader
        title="Exportar"
        description="Todos tus vehículos, con lo que se sabe de ellos."
      />
      <CardContent className="flex flex-wrap gap-2 pt-0 sm:pt-0">
        <ExportButton transfer={transfer} kind="xlsx">
          Exportar Excel
        </ExportButton>
        <ExportButton transfer={transfer} kind="csv">
          Exportar CSV
        </ExportButton>
        <ArchiveButton transfer={transfer} kind="photos">
          Exportar fotos (ZIP)
        </ArchiveButton>
      </CardContent>
    </Card>
  );
}

function DownloadAllCard({ transfer }: { transfer: Transfer }) {
  return (
    <Card>
      <CardHeader
        title="Llévate todo"
        description="Un ZIP con lo que tu concesionario tiene aquí: vehículos, fotos, prospectos, equipo, ventas, costos, precios y ajustes, en archivos que se abren en cualquier programa."
      />
      <CardContent className="pt-0 sm:pt-0">
        <ArchiveButton transfer={transfer} kind="all">
          Llévate todo
        </ArchiveButton>
      </CardContent>
    </Card>
  );
}

function ExportButton(props: { transfer: Transfer; kind: "csv" | "xlsx"; children: string }) {
  const { transfer, kind, children } = props;
  const { supabase } = useAuth();
  const units = useUnits(transfer.ownerId);
  const today = useToday(transfer.ownerId);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { vehicles, withFigures } = await readInventory(supabase, transfer);
      const rows = exportRows(vehicles, units, withFigures);
      const file = kind === "csv" ? csvFile(rows) : await writeWorkbook(rows, "Inventario");
      downloadFile(file, `inventario-${today}.${kind}`);
    },
    onError: (error) => toast(failureNotice(messages.exportFailed, error)),
  });
  return (
    <Button
      variant="outline"
      icon={<Download aria-hidden="true" />}
      loading={isPending}
      onClick={() => mutate()}
    >
      {children}
    </Button>
  );
}
