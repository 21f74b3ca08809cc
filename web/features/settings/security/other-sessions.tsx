import { useMutation } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/button.tsx";
import { FormSection } from "#web/ui/form-section.tsx";
import { toast } from "#web/ui/toast.ts";
import { securityMessages } from "../messages.ts";

/** Ends the person's sessions on other devices and keeps this one. */
export function OtherSessions() {
  const { supabase } = useAuth();
  const end = useMutation({
    mutationFn: async () => {
      const { error } = await supabase.auth.signOut({ scope: "others" });
      if (error) throw error;
    },
    onSuccess: () => toast({ ...securityMessages.othersEnded, variant: "success" }),
    onError: () => toast({ ...securityMessages.othersFailed, variant: "destructive" }),
  });
  return (
    <FormSection
      title="Sesiones"
      description="¿Entraste en un teléfono prestado o perdiste el tuyo?"
    >
      <p className="text-muted-foreground text-sm leading-relaxed">
        Cierra tu sesión en todos los demás dispositivos. En este sigues dentro.
      </p>
      <Button
        variant="outline"
        className="w-full sm:w-fit"
        loading={end.isPending}
        onClick={() => end.mutate()}
      >
        {!end.isPending && <LogOut aria-hidden="true" />}
        Cerrar las demás sesiones
      </Button>
    </FormSection>
  );
}
