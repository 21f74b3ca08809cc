import { Plus } from "lucide-react";
import { usePublicConfig } from "#web/session/public-config.ts";
import { questions } from "./content.ts";

/** Four frequent questions; the browser's own disclosure, so they open without script. */
export function QuestionsSection() {
  const { contactEmail } = usePublicConfig();
  return (
    <section
      id="preguntas"
      aria-labelledby="preguntas-titulo"
      className="page-width grid gap-8 py-16 sm:py-24 lg:grid-cols-[1fr_1.6fr]"
    >
      <div>
        <h2 id="preguntas-titulo" className="font-bold text-headline">
          Preguntas frecuentes
        </h2>
        <p className="mt-4 max-w-sm text-muted-foreground leading-relaxed">
          ¿Tienes otra? Escríbenos a{" "}
          <a
            href={`mailto:${contactEmail}`}
            className="break-words font-medium text-foreground underline underline-offset-4"
          >
            {contactEmail}
          </a>{" "}
          y te responde una persona.
        </p>
      </div>
      <div className="divide-y border-y">
        {questions.map(({ question, answer }) => (
          <details key={question} name="preguntas" className="group">
            <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-4 font-semibold [&::-webkit-details-marker]:hidden">
              {question}
              <Plus
                aria-hidden="true"
                className="size-5 shrink-0 text-muted-foreground transition-transform duration-200 group-open:rotate-45"
              />
            </summary>
            <p className="max-w-prose pr-8 pb-5 text-muted-foreground leading-relaxed">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
