import { RequestAccessDialog } from "#web/features/access-requests/request-access-dialog.tsx";
import { GuestFrame } from "#web/features/accounts/sign-in/guest-frame.tsx";
import { MailLinkNotice } from "#web/features/accounts/sign-in/mail-link-notice.tsx";
import { SignInForm } from "#web/features/accounts/sign-in/sign-in-form.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { ShowroomScene } from "#web/ui/states/scenes.tsx";

export const meta = () => [{ title: "Iniciar sesión | Vitrina" }];

export default function Login() {
  return (
    <GuestFrame
      title="Iniciar sesión"
      description="Entra con tu teléfono o tu correo para gestionar tu inventario."
      scene={<ShowroomScene className="absolute inset-0 size-full" />}
    >
      <MailLinkNotice />
      <SignInForm />
      <div className="mt-8 flex flex-wrap items-center justify-center gap-x-2 gap-y-1 border-t pt-6 text-muted-foreground text-sm">
        ¿Aún no tienes cuenta?
        <RequestAccessDialog trigger={<Button variant="link">Solicitar acceso</Button>} />
      </div>
    </GuestFrame>
  );
}
