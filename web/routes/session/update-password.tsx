import { UpdatePassword } from "#web/features/accounts/recovery/update-password.tsx";
import { GuestFrame } from "#web/features/accounts/sign-in/guest-frame.tsx";
import { ShowroomScene } from "#web/ui/states/scenes.tsx";

export const meta = () => [
  { title: "Nueva contraseña | Vitrina" },
  { name: "robots", content: "noindex" },
];

export default function UpdatePasswordPage() {
  return (
    <GuestFrame
      title="Nueva contraseña"
      description="Para volver a entrar en tu cuenta de Vitrina."
      scene={<ShowroomScene className="absolute inset-0 size-full" />}
    >
      <UpdatePassword />
    </GuestFrame>
  );
}
