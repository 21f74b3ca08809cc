import { Copy, Download } from "lucide-react";
import { Button } from "#web/ui/controls/button.tsx";
import { saveFile } from "#web/ui/controls/save-file.ts";
import { copyText } from "./copy-text.ts";

/** Recovery codes, which are shown this once: to copy, to download, to write down. */
export function SavedCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const lines = codes.map((code) => (code.match(/.{1,4}/g) ?? []).join("-"));
  const text = `Códigos de recuperación de Vitrina (cada uno sirve una vez)\n\n${lines.join("\n")}\n`;
  return (
    <div className="grid gap-5">
      <ul
        aria-label="Códigos de recuperación"
        className="grid gap-x-6 gap-y-2 rounded-xl bg-muted p-4 text-center font-mono text-sm min-[400px]:grid-cols-2"
      >
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className="grid gap-2 sm:grid-cols-2">
        <Button variant="outline" onClick={() => copyText(lines.join("\n"))}>
          <Copy aria-hidden="true" />
          Copiar
        </Button>
        <Button
          variant="outline"
          onClick={() =>
            saveFile(
              new Blob([text], { type: "text/plain" }),
              "vitrina-codigos-de-recuperacion.txt",
            )
          }
        >
          <Download aria-hidden="true" />
          Descargar
        </Button>
      </div>
      <Button onClick={onSaved} className="w-full">
        Ya los guardé
      </Button>
    </div>
  );
}
