import { useMutation } from "@tanstack/react-query";
import { domainProof } from "#contract/custom-domain.ts";
import { callFunction } from "#web/session/call-function.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { FieldError } from "#web/ui/controls/field.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { domainMessages } from "../messages.ts";
import type { OwnProfile } from "../own-profile.ts";
import { useKeepProfile } from "../use-keep-profile.ts";
import { DomainRecord, useOwnHost } from "./domain-record.tsx";

/**
 * The records that prove a saved domain and lead it here, and the button that looks for the proof.
 */
export function DomainProof({ profile, domain }: { profile: OwnProfile; domain: string }) {
  const { supabase } = useAuth();
  const keepProfile = useKeepProfile();
  const { target } = useOwnHost(domain);
  const proof = domainProof(domain, profile.id);
  const verify = useMutation({
    mutationFn: () => callFunction(supabase, "verify-custom-domain", { profileId: profile.id }),
    onSuccess: (result) => {
      if (!result.success) return;
      keepProfile({ ...profile, verified_domain: domain });
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
      {failure && <FieldError>{failure.message ?? domainMessages.failed}</FieldError>}
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
