import type { MetaDescriptor } from "react-router";
import { previewMeta } from "#web/ui/preview-meta.ts";
import { questions } from "./content.ts";
import preview from "./preview.jpg?no-inline";

const TITLE = "El inventario de tu concesionario, listo para compartir";
const DESCRIPTION =
  "Escanea el VIN, completa la información y comparte cada vehículo por WhatsApp. Inventario, equipo y página pública para concesionarios y vendedores.";

/** Head of the landing page for search engines and link previews. For its loader. */
export function landingMeta(siteUrl: string, contactEmail: string): MetaDescriptor[] {
  const url = `${siteUrl}/`;
  return [
    { title: `${TITLE} | Vitrina` },
    { name: "description", content: DESCRIPTION },
    { tagName: "link", rel: "canonical", href: url },
    ...previewMeta({
      title: TITLE,
      description: DESCRIPTION,
      url,
      image: `${siteUrl}${preview}`,
      imageAlt: "Vitrina: del patio a WhatsApp, en minutos",
      siteName: "Vitrina",
    }),
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@graph": [
          {
            "@type": "Organization",
            name: "Vitrina",
            url,
            logo: `${siteUrl}/icon-512.png`,
            email: contactEmail,
          },
          { "@type": "WebSite", name: "Vitrina", url, inLanguage: "es" },
          { "@type": "FAQPage", mainEntity: questions.map(structuredQuestion) },
        ],
      },
    },
  ];
}

function structuredQuestion({ question, answer }: { question: string; answer: string }) {
  return {
    "@type": "Question",
    name: question,
    acceptedAnswer: { "@type": "Answer", text: answer },
  };
}
