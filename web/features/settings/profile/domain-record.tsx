import { Copy } from "lucide-react";
import { usePublicConfig } from "#web/session/public-config.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { domainMessages } from "../messages.ts";
import { copyText } from "../security/copy-text.ts";

type DomainRecordProps = { type: "TXT" | "CNAME"; name: string; value: string };

/** One record of the DNS, each half of which can be copied. For a `dl`. */
export function DomainRecord({ type, name, value }: DomainRecordProps) {
  return (
    <div className="rounded-lg border bg-card">
      <dt className="border-b px-3 py-2 font-medium text-xs">Registro {type}</dt>
      <dd className="divide-y">
        <Half label="Nombre" text={name} type={type} />
        <Half label="Valor" text={value} type={type} />
      </dd>
    </div>
  );
}

function Half({ label, text, type }: { label: string; text: string; type: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 py-1 pr-1 pl-3 sm:grid-cols-[4rem_minmax(0,1fr)_auto]">
      <span className="text-muted-foreground text-xs max-sm:col-span-2 max-sm:pt-1">{label}</span>
      <code className="break-all font-mono text-xs leading-relaxed">{text}</code>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Copiar ${label.toLowerCase()} del registro ${type}`}
        onClick={() => copyText(text, domainMessages.paste)}
      >
        <Copy aria-hidden="true" />
      </Button>
    </div>
  );
}

/**
 * The address of a dealership's page at its own domain, and the host name that the domain must lead
 * to: the platform's.
 */
export function useOwnHost(domain: string): { address: string; target: string } {
  const { protocol, port, hostname } = new URL(usePublicConfig().siteUrl);
  return { address: `${protocol}//${domain}${port && `:${port}`}`, target: hostname };
}
