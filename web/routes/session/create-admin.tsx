import { CreateAdmin } from "#web/features/accounts/sign-in/create-admin.tsx";
import { GuestFrame } from "#web/features/accounts/sign-in/guest-frame.tsx";
import { ShowroomScene } from "#web/ui/states/scenes.tsx";

export const meta = () => [
  { title: "Crear administrador | Vitrina" },
  { name: "robots", content: "noindex" },
];

export default function CreateAdminPage() {
  return (
    <GuestFrame
      title="Crear administrador"
      description="La primera cuenta de la plataforma. Solo se puede crear una vez."
      scene={<ShowroomScene className="absolute inset-0 size-full" />}
    >
      <CreateAdmin />
    </GuestFrame>
  );
}
