import { IdCard } from "lucide-react";
import { Link } from "react-router";
import { missingOnCard } from "#web/session/dealership/missing-on-card.ts";
import type { Profile } from "#web/session/session-user.ts";

/** Tells a salesperson what their card lacks, with links to the fields; hidden if complete. */
export function OwnCardNotice({ person }: { person: Profile }) {
  const mayChangePhoto = person.config?.features?.canEditPublicPage !== false;
  const missing = missingOnCard(person).filter(({ key }) => key !== "logo" || mayChangePhoto);
  if (person.role !== "vendedor" || !person.public_slug || missing.length === 0) return null;
  return (
    <section
      aria-label="Tu tarjeta digital"
      className="flex items-center rounded-xl bg-warning-soft px-3 text-sm text-warning-ink max-sm:mt-1.5 max-sm:h-11.5 max-sm:flex-col max-sm:items-start sm:mb-5 sm:flex-wrap sm:gap-x-4 sm:gap-y-1 sm:px-4 sm:py-2"
    >
      <p className="flex items-center gap-2.5 max-sm:pt-1 max-sm:text-2xs sm:min-h-11">
        <IdCard aria-hidden="true" className="size-5 shrink-0 max-sm:hidden" />
        Tus clientes aún no lo ven en tu tarjeta:
      </p>
      <ul className="flex flex-wrap gap-x-4 max-sm:-mt-2.5">
        {missing.map(({ key, name, field }) => (
          <li key={key}>
            <Link
              to={`/settings#${field}`}
              className="inline-flex min-h-11 items-center rounded-sm sm:gap-1 font-semibold underline underline-offset-4"
            >
              <span className="max-sm:sr-only">Añade tu </span>
              <span>{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
