import { Link } from "react-router";
import { ForgotPasswordForm } from "#web/features/accounts/recovery/mail-request-forms.tsx";
import { GuestFrame } from "#web/features/accounts/sign-in/guest-frame.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { ShowroomScene } from "#web/ui/states/scenes.tsx";

export const meta = () => [
  { title: "Recuperar contraseña | Vitrina" },
  { name: "robots", content: "noindex" },
];

export default function ForgotPassword() {
  return (
    <GuestFrame
      title="Recuperar contraseña"
      description="Te enviaremos un enlace para elegir una nueva. Sirve una sola vez, durante una hora."
      scene={<ShowroomScene className="absolute inset-0 size-full" />}
    >
      <ForgotPasswordForm />
      <div className="mt-8 border-t pt-6 text-center">
        <Button asChild variant="link">
          <Link to="/login">Volver a iniciar sesión</Link>
        </Button>
      </div>
    </GuestFrame>
  );
}
