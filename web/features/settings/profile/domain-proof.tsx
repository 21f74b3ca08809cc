import { useMutation } from "@tanstack/react-query";
import { Copy, ExternalLink } from "lucide-react";
import { domainProof } from "#contract/accounts/custom-domain.ts";
import { callFunction } from "#web/api/call-function.ts";
import { usePublicConfig } from "#web/api/site-config.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { FieldError } from "#web/ui/fields/field.tsx";
import { Notice } from "#web/ui/states/notice.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { useCacheProfile } from "../config-changes.ts";
import { domainMessages } from "../messages.ts";
import type { OwnProfile } from "../own-profile.ts";
import { copyText } from "../security/copy-text.ts";

/** The DNS records that verify a saved domain and point it here, and a button that checks them. */
export function DomainProof({ profile, domain }: { profile: OwnProfile; domain: string }) {
  const { supabase } = useAuth();
  const applySavedProfile = useCacheProfile();
  const { target } = useOwnHost(domain);
  const proof = domainProof(domain, profile.id);
  const verify = useMutation({
    mutationFn: () => callFunction(supabase, "verify-custom-domain", { profileId: profile.id }),
    onSuccess: (result) => {
      if (!result.success) return;
      applySavedProfile({ ...profile, verified_domain: domain });
      toast({ ...domainMessages.verified, variant: "success" });
    },
  });
  const failure = verify.data?.success === false ? verify.data : null;
  return (
    <div className="grid gap-4 rounded-xl border bg-background p-4">
      <div className="grid gap-1">
        <h3 className="font-semibold text-sm">Demuestra que el dominio es tuyo</h3>
        <p className="text-muted-foreground text-sm leading-relaxed">
          Donde compraste el dominio, abre su configuración de DNS y añade estos dos registros. El
          primero demuestra que es tuyo; el segundo trae a tus clientes hasta tu página.
        </p>
      </div>
      <dl className="grid gap-2">
        <DomainRecord type="TXT" name={proof.name} value={proof.value} />
        <DomainRecord type="CNAME" name={domain} value={target} />
      </dl>
      <p className="text-muted-foreground text-xs leading-relaxed">
        Si tu proveedor completa el nombre con el dominio, escribe solo lo que va delante. Un
        dominio sin www no siempre admite CNAME: usa entonces un registro ALIAS o ANAME con el mismo
        valor, o elige la versión con www.
      </p>
      {failure && <FieldError>{failure.message}</FieldError>}
      <Button
        variant="outline"
        className="w-full sm:w-fit"
        loading={verify.isPending}
        onClick={() => verify.mutate()}
      >
        Verificar dominio
      </Button>
    </div>
  );
}

/** A verified domain: its URL, and the DNS record that it needs. */
export function DomainVerified({ domain }: { domain: string }) {
  const { address, target } = useOwnHost(domain);
  return (
    <div className="grid gap-4">
      <Notice variant="success" title="Dominio verificado">
        <p>
          Tu página se ve en{" "}
          <a
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            className="break-all font-medium underline underline-offset-2"
          >
            <span>{address}</span>
            <ExternalLink aria-hidden="true" className="ml-1 inline size-3.5 align-[-0.1em]" />
          </a>{" "}
          en cuanto el dominio apunte a Vitrina con este registro:
        </p>
      </Notice>
      <dl className="grid gap-2">
        <DomainRecord type="CNAME" name={domain} value={target} />
      </dl>
    </div>
  );
}

type DomainRecordProps = { type: "TXT" | "CNAME"; name: string; value: string };

/** A DNS record with copy buttons. For a `dl`. */
function DomainRecord({ type, name, value }: DomainRecordProps) {
  return (
    <div className="rounded-lg border bg-card">
      <dt className="border-b px-3 py-2 font-medium text-xs">{`Registro ${type}`}</dt>
      <dd className="divide-y">
        <CopyableText label="Nombre" text={name} type={type} />
        <CopyableText label="Valor" text={value} type={type} />
      </dd>
    </div>
  );
}

function CopyableText({ label, text, type }: { label: string; text: string; type: string }) {
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

/** URL of the custom domain, and the platform's host name as its DNS target. */
function useOwnHost(domain: string): { address: string; target: string } {
  const { protocol, port, hostname } = new URL(usePublicConfig().siteUrl);
  return { address: `${protocol}//${domain}${port && `:${port}`}`, target: hostname };
}
