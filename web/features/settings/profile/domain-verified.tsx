import { ExternalLink } from "lucide-react";
import { Notice } from "#web/ui/states/notice.tsx";
import { DomainRecord, useOwnHost } from "./domain-record.tsx";

/** The domain is proved: where the page can be seen, and what still leads there. */
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
            {address}
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
