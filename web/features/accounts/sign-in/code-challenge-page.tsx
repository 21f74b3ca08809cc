import { useNavigate } from "react-router";
import { ShowroomScene } from "#web/ui/states/scenes.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { secondFactorMessages } from "../edit/second-factor-messages.ts";
import { accountMessages } from "../messages.ts";
import { CodeChallenge } from "./code-challenge.tsx";
import { GuestFrame } from "./guest-frame.tsx";
import type { Proof } from "./use-code-challenge.ts";

/**
 * In the place of any page while the code of a second factor is still to come; the page follows
 * once it is given. Whoever used a recovery code is led to where a lost app is removed.
 */
export function CodeChallengePage() {
  const navigate = useNavigate();
  const goOn = (proof: Proof) => {
    if (proof === "app") {
      toast({ ...accountMessages.signedIn, variant: "success" });
      return;
    }
    toast({ ...secondFactorMessages.recoveryUsed, variant: "success" });
    navigate("/settings?tab=seguridad", { replace: true });
  };
  return (
    <GuestFrame
      title={secondFactorMessages.title}
      description="Tu contraseña es correcta. Falta un paso para entrar."
      scene={<ShowroomScene className="absolute inset-0 size-full" />}
    >
      <CodeChallenge onProved={goOn} />
    </GuestFrame>
  );
}
