import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "#web/ui/controls/button.tsx";
import { PAGE_SIZE } from "./platform-vehicles.ts";

/** Which vehicles are shown of how many, and the way to the others. */
export function PageTurner(props: { page: number; total: number; onTurn: (page: number) => void }) {
  const { page, total, onTurn } = props;
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const first = (page - 1) * PAGE_SIZE + 1;
  const number = (count: number) => count.toLocaleString("en-US");
  const turn = (to: number) => {
    onTurn(to);
    window.scrollTo({ top: 0 });
  };
  return (
    <nav
      aria-label="Páginas"
      className="flex flex-wrap items-center justify-between gap-3 border-t px-4 py-3"
    >
      <p aria-live="polite" className="numeric text-muted-foreground text-sm">
        {number(first)}–{number(Math.min(page * PAGE_SIZE, total))} de {number(total)}
      </p>
      {last > 1 && (
        <div className="flex items-center gap-1">
          <Button
            variant="outline"
            size="icon"
            aria-label="Página anterior"
            disabled={page <= 1}
            onClick={() => turn(page - 1)}
          >
            <ChevronLeft aria-hidden="true" />
          </Button>
          <span className="numeric px-2 text-sm">
            {number(page)} / {number(last)}
          </span>
          <Button
            variant="outline"
            size="icon"
            aria-label="Página siguiente"
            disabled={page >= last}
            onClick={() => turn(page + 1)}
          >
            <ChevronRight aria-hidden="true" />
          </Button>
        </div>
      )}
    </nav>
  );
}
