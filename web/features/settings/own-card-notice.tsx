import { IdCard } from "lucide-react";
import { Link } from "react-router";
import { missingOnCard } from "#web/session/missing-on-card.ts";
import type { Profile } from "#web/session/session-user.ts";

/** Tells a vendedor what the own card lacks, each a way to its field; nothing when it is whole. */
export function OwnCardNotice({ person }: { person: Profile }) {
  const mayChangePhoto = person.config?.features?.canEditPublicPage !== false;
  const missing = missingOnCard(person).filter(({ key }) => key !== "logo" || mayChangePhoto);
  if (person.role !== "vendedor" || !person.public_slug || missing.length === 0) return null;
  return (
    <section
      aria-label="Tu tarjeta digital"
      className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-xl bg-warning-soft px-4 py-2 text-sm text-warning-ink"
    >
      <p className="flex min-h-11 items-center gap-2.5">
        <IdCard aria-hidden="true" className="size-5 shrink-0" />
        Tus clientes aún no lo ven en tu tarjeta:
      </p>
      <ul className="flex flex-wrap gap-x-4">
        {missing.map(({ key, name, field }) => (
          <li key={key}>
            <Link
              to={`/settings#${field}`}
              className="inline-flex min-h-11 items-center rounded-sm font-semibold underline underline-offset-4"
            >
              Añade tu {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
