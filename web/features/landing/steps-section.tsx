import { CarShape } from "#web/ui/states/car-drawing.tsx";
import { steps } from "./content.ts";

const drawings = [ScanDrawing, FillDrawing, SellDrawing];

/** The three steps. */
export function StepsSection() {
  return (
    <section id="como-funciona" aria-labelledby="como-funciona-titulo" className="border-y bg-card">
      <div className="page-width py-16 sm:py-24">
        <h2 id="como-funciona-titulo" className="max-w-2xl font-bold text-headline">
          Tres pasos entre el auto y el comprador
        </h2>
        <ol className="mt-10 grid gap-10 md:grid-cols-3 md:gap-8">
          {steps.map(({ title, text }, index) => {
            const Drawing = drawings[index] ?? SellDrawing;
            return (
              <li key={title}>
                <div className="grid aspect-[16/11] place-items-center overflow-hidden rounded-2xl border bg-background">
                  <Drawing />
                </div>
                <h3 className="mt-5 flex items-center gap-3 font-semibold text-lg tracking-tight">
                  <span className="numeric grid size-7 place-items-center rounded-full bg-secondary text-secondary-foreground text-sm">
                    {index + 1}
                  </span>
                  {title}
                </h3>
                <p className="mt-2 text-muted-foreground leading-relaxed">{text}</p>
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}

const bars = [0, 7, 12, 21, 26, 33, 44, 48, 57, 66, 70, 79, 88, 95, 101, 110, 116, 125, 134, 138];
const typed = [
  { y: 42, value: 62, accent: false },
  { y: 72, value: 48, accent: false },
  { y: 102, value: 74, accent: true },
];
const inventory = [
  { x: 50, paint: "orange", sold: false },
  { x: 124, paint: "blue", sold: false },
  { x: 198, paint: "silver", sold: true },
] as const;

/** A viewfinder over a VIN's bar code. */
function ScanDrawing() {
  return (
    <svg viewBox="0 0 320 220" aria-hidden="true" className="size-full">
      <rect
        x="66"
        y="62"
        width="188"
        height="96"
        rx="12"
        className="fill-card stroke-border"
        strokeWidth="2"
      />
      {bars.map((x, index) => (
        <rect
          key={x}
          x={90 + x}
          y="82"
          width={index % 3 === 0 ? 5 : 3}
          height="40"
          className="fill-foreground"
        />
      ))}
      <text
        x="160"
        y="144"
        textAnchor="middle"
        className="numeric fill-muted-foreground text-[11px]"
        letterSpacing="1.5"
      >
        KM8K2CAB4PU001140
      </text>
      <path
        d="M46 74V56a14 14 0 0 1 14-14h18M242 42h18a14 14 0 0 1 14 14v18M274 146v18a14 14 0 0 1-14 14h-18M78 178H60a14 14 0 0 1-14-14v-18"
        fill="none"
        className="stroke-primary"
        strokeWidth="6"
        strokeLinecap="round"
      />
      <path d="M58 110h204" className="stroke-primary" strokeWidth="3" strokeLinecap="round" />
      <path d="M58 110h204v-26H58Z" className="fill-primary" opacity=".12" />
    </svg>
  );
}

/** A form that fills itself, with photos below. */
function FillDrawing() {
  return (
    <svg viewBox="0 0 320 220" aria-hidden="true" className="size-full">
      <rect
        x="80"
        y="22"
        width="160"
        height="230"
        rx="18"
        className="fill-card stroke-border"
        strokeWidth="2"
      />
      {typed.map(({ y, value, accent }) => (
        <g key={y}>
          <rect
            x="98"
            y={y}
            width="124"
            height="22"
            rx="6"
            className={accent ? "fill-primary/15 stroke-primary" : "fill-muted"}
            strokeWidth="2"
          />
          <rect
            x="106"
            y={y + 8}
            width={value}
            height="6"
            rx="3"
            className="fill-foreground"
            opacity=".75"
          />
          <circle cx="210" cy={y + 11} r="5" className={accent ? "fill-primary" : "fill-success"} />
        </g>
      ))}
      <g>
        <rect x="98" y="138" width="58" height="44" rx="8" className="fill-info-soft" />
        <g transform="translate(100 147) scale(.1125)">
          <CarShape />
        </g>
        <rect x="164" y="138" width="58" height="44" rx="8" className="fill-muted" />
        <path
          d="M193 152v16M185 160h16"
          className="stroke-muted-foreground"
          strokeWidth="3"
          strokeLinecap="round"
        />
      </g>
    </svg>
  );
}

/** Cars on a shelf, one of them sold. */
function SellDrawing() {
  return (
    <svg viewBox="0 0 320 220" aria-hidden="true" className="size-full">
      <rect
        x="34"
        y="34"
        width="252"
        height="152"
        rx="16"
        className="fill-card stroke-border"
        strokeWidth="2"
      />
      <rect x="50" y="50" width="78" height="9" rx="4.5" className="fill-foreground" opacity=".8" />
      <rect x="226" y="48" width="44" height="14" rx="7" className="fill-primary" />
      {inventory.map(({ x, paint, sold }) => (
        <g key={x} opacity={sold ? 0.55 : 1}>
          <rect x={x} y="76" width="66" height="94" rx="9" className="fill-muted" />
          <g transform={`translate(${x + 3} 88) scale(.125)`}>
            <CarShape paint={paint} />
          </g>
          <rect
            x={x + 8}
            y="128"
            width="40"
            height="6"
            rx="3"
            className="fill-foreground"
            opacity=".7"
          />
          <rect
            x={x + 8}
            y="140"
            width="26"
            height="6"
            rx="3"
            className="fill-foreground"
            opacity=".3"
          />
          <rect
            x={x + 8}
            y="153"
            width="30"
            height="9"
            rx="4.5"
            className={sold ? "fill-foreground" : "fill-success"}
            opacity=".8"
          />
        </g>
      ))}
      <g transform="rotate(-9 236 112)">
        <rect x="204" y="98" width="64" height="24" rx="6" className="fill-destructive" />
        <text
          x="236"
          y="115"
          textAnchor="middle"
          className="fill-destructive-foreground font-bold text-[12px]"
        >
          VENDIDO
        </text>
      </g>
    </svg>
  );
}
