import { CheckCheck } from "lucide-react";
import { CarDrawing } from "#web/ui/states/car-drawing.tsx";

const facts = [
  ["Año", "2023"],
  ["Millaje", "18,420 mi"],
  ["Transmisión", "Automático"],
  ["Color", "Naranja"],
];

/**
 * A phone that shows a shared vehicle, and the chat it was sent in. A picture: nothing in it is
 * read out or clicked.
 */
export function HeroPicture() {
  return (
    <div aria-hidden="true" className="relative mx-auto w-full max-w-md select-none lg:max-w-none">
      <div className="absolute inset-x-[4%] top-[16%] bottom-[6%] -rotate-6 rounded-[3rem] bg-primary/90" />
      <div className="absolute inset-x-[4%] top-[16%] bottom-[6%] rotate-3 rounded-[3rem] bg-secondary" />
      <div className="relative mx-auto w-[72%] max-w-[19rem] animate-rise rounded-[2.6rem] bg-[#0b1120] p-2.5 shadow-overlay ring-1 ring-white/10">
        <PhoneScreen />
      </div>
      <ChatBubble />
      <ViewsCard />
    </div>
  );
}

function PhoneScreen() {
  return (
    <div className="overflow-hidden rounded-[2.1rem] bg-card">
      <div className="relative bg-linear-to-b from-[#dfe7f3] to-[#f6f8fc] pt-10 dark:from-[#22304e] dark:to-[#17223a]">
        <div className="absolute top-3 left-1/2 h-5 w-20 -translate-x-1/2 rounded-full bg-[#0b1120]" />
        <CarDrawing className="mx-auto w-[94%] pb-2" />
        <span className="absolute right-3 bottom-3 rounded-full bg-black/60 px-2 py-0.5 font-medium text-2xs text-white">
          1 / 6
        </span>
      </div>
      <div className="grid gap-3 p-4">
        <div>
          <p className="font-semibold text-[0.95rem] tracking-tight">Hyundai Kona Limited</p>
          <p className="font-bold text-2xl tracking-tight">$23,900</p>
        </div>
        <div className="grid grid-cols-2 gap-1.5">
          {facts.map(([name, value]) => (
            <div key={name} className="rounded-lg bg-muted px-2.5 py-1.5">
              <p className="text-2xs text-muted-foreground">{name}</p>
              <p className="numeric font-medium text-xs">{value}</p>
            </div>
          ))}
        </div>
        <div className="rounded-lg bg-primary py-2.5 text-center font-semibold text-primary-foreground text-sm">
          Contactar por WhatsApp
        </div>
      </div>
    </div>
  );
}

function ChatBubble() {
  return (
    <div className="absolute -bottom-20 left-0 w-[62%] max-w-60 animate-rise rounded-2xl rounded-bl-sm bg-[#e2f7d5] p-2 text-[#14290f] shadow-raised [animation-delay:180ms] sm:-left-[2%] lg:left-0 dark:bg-[#123c33] dark:text-[#e6f6ef]">
      <div className="flex items-center gap-2 rounded-xl bg-black/6 p-1.5 dark:bg-white/8">
        <div className="grid size-11 shrink-0 place-items-center rounded-lg bg-white/70">
          <CarDrawing className="w-10" />
        </div>
        <div className="min-w-0">
          <p className="truncate font-semibold text-xs">Hyundai Kona 2023</p>
          <p className="numeric truncate text-2xs opacity-75">$23,900 · Automático</p>
        </div>
      </div>
      <p className="mt-1.5 flex items-end justify-between gap-2 px-1 text-xs">
        Aquí lo tienes, con fotos.
        <span className="numeric flex shrink-0 items-center gap-0.5 text-2xs opacity-70">
          10:42 <CheckCheck className="size-3.5 text-[#1f8fd1]" />
        </span>
      </p>
    </div>
  );
}

function ViewsCard() {
  return (
    <div className="absolute -top-[3%] right-0 animate-rise rounded-2xl border bg-card px-4 py-3 shadow-raised [animation-delay:300ms] sm:right-[2%]">
      <p className="text-2xs text-muted-foreground">Vistas esta semana</p>
      <div className="mt-0.5 flex items-end gap-3">
        <p className="font-bold text-xl leading-none">128</p>
        <svg viewBox="0 0 56 22" aria-hidden="true" className="w-14 text-success">
          <path
            d="M1 19 10 15l9 2 9-7 9 3 9-8 8-4"
            fill="none"
            stroke="currentColor"
            strokeWidth="2.5"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      </div>
    </div>
  );
}
