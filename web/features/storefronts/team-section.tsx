import type { ReactNode } from "react";

/** 'Nuestro equipo': the dealership's salespeople; hidden if there are none. */
export function TeamSection({ people }: { people: { id: string; card: ReactNode }[] }) {
  if (people.length === 0) return null;
  return (
    <section aria-labelledby="equipo-titulo" className="@container">
      <div className="mx-auto grid w-full max-w-7xl gap-6 px-4 py-10 @3xl:gap-8 @3xl:px-8 @3xl:py-16">
        <h2 id="equipo-titulo" className="font-bold text-headline">
          Nuestro equipo
        </h2>
        <ul className="grid gap-4 @xl:grid-cols-2 @4xl:grid-cols-3 @6xl:grid-cols-4">
          {people.map(({ id, card }) => (
            <li key={id} className="min-w-0">
              {card}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
