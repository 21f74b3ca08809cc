import { Link } from "react-router";
import { buttonStyles } from "../controls/button-styles.ts";
import { Logo } from "../frame/logo.tsx";
import { LostRoadDrawing, UnpluggedDrawing } from "./drawings.tsx";

const texts = {
  missing: {
    title: "Página no encontrada",
    description: "La dirección no existe o ha cambiado.",
  },
  broken: {
    title: "Algo ha fallado",
    description: "No hemos podido mostrar esta página. Inténtalo de nuevo en unos segundos.",
  },
} as const;

/** The whole page, when it failed or does not exist; links on. */
export function ErrorPage({ kind }: { kind: keyof typeof texts }) {
  const { title, description } = texts[kind];
  return (
    <main className="page-width grid min-h-dvh place-content-center justify-items-center gap-2 py-16 text-center">
      <title>{`${title} | Vitrina`}</title>
      <Logo className="mb-8" />
      <div className="mb-2 w-56 text-muted-foreground">
        {kind === "missing" ? <LostRoadDrawing /> : <UnpluggedDrawing />}
      </div>
      <h1 className="font-semibold text-title">{title}</h1>
      <p className="max-w-sm text-muted-foreground">{description}</p>
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        {kind === "broken" && (
          <button type="button" className={buttonStyles()} onClick={() => window.location.reload()}>
            Reintentar
          </button>
        )}
        <Link to="/" className={buttonStyles({ variant: "outline" })}>
          Ir al inicio
        </Link>
      </div>
    </main>
  );
}
