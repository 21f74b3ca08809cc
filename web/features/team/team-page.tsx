import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useEffect, useState } from "react";
import { type FieldErrors, useForm } from "react-hook-form";
import {
  CreateSalespersonInput,
  type CreateSalespersonForm as Form,
} from "#contract/account-inputs.ts";
import { callFunction } from "#web/api/call-function.ts";
import { sessionMessages } from "#web/api/messages.ts";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Dialog, DialogContent } from "#web/ui/controls/dialog.tsx";
import { Field } from "#web/ui/controls/field.tsx";
import { Input, PasswordInput } from "#web/ui/controls/input.tsx";
import { PageHeader } from "#web/ui/frame/page-header.tsx";
import { UnpluggedDrawing } from "#web/ui/states/drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { teamMessages } from "./messages.ts";
import { TeamList, TeamListSkeleton } from "./team-list.tsx";
import type { TeamMember } from "./team-member.ts";
import { refreshTeam, teamQuery } from "./team-queries.ts";

const empty = { fullName: "", email: "", phone: "", password: "" } satisfies Form;
const fields = CreateSalespersonInput.keyof();

/**
 * Opens a salesperson's account (server function create-salesperson). On failure everything typed
 * stays.
 */
function AddSalespersonForm({ onAdded }: { onAdded: () => void }) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  const form = useForm({ resolver: zodResolver(CreateSalespersonInput), defaultValues: empty });
  const { errors, isSubmitting } = form.formState;

  const submit = async (input: CreateSalespersonInput) => {
    const result = await callFunction(supabase, "create-salesperson", input);
    if (!result.success) {
      const description = result.message ?? sessionMessages.noAnswer;
      toast({ title: teamMessages.createFailed, description, variant: "destructive" });
      const field = fields.safeParse(result.field);
      if (field.success) form.setError(field.data, { message: description }, { shouldFocus: true });
      return;
    }
    await refreshTeam(queries);
    const description = `${input.fullName} ya puede iniciar sesión con ${input.email}.`;
    toast({ title: teamMessages.created, description, variant: "success" });
    onAdded();
  };

  return (
    <form noValidate onSubmit={form.handleSubmit(submit, tellWeakPassword)} className="grid gap-4">
      <Field label="Nombre completo" required error={errors.fullName?.message}>
        <Input {...form.register("fullName")} autoComplete="off" />
      </Field>
      <Field label="Correo electrónico" required error={errors.email?.message}>
        <Input
          {...form.register("email")}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field
        label="Teléfono"
        aside="Opcional"
        hint="También podrá iniciar sesión con él."
        error={errors.phone?.message}
      >
        <Input {...form.register("phone")} type="tel" inputMode="tel" autoComplete="off" />
      </Field>
      <Field
        label="Contraseña"
        required
        hint="Al menos 6 caracteres. Compártela con esta persona."
        error={errors.password?.message}
      >
        <PasswordInput {...form.register("password")} autoComplete="new-password" />
      </Field>
      <Button type="submit" size="lg" loading={isSubmitting} className="mt-1 w-full">
        {isSubmitting ? "Creando vendedor..." : "Crear vendedor"}
      </Button>
    </form>
  );
}

/** The password's rule is also told as a notice (product section 5). */
function tellWeakPassword({ password }: FieldErrors<Form>): void {
  if (!password) return;
  const description = password.message ?? teamMessages.weakPassword.description;
  toast({ ...teamMessages.weakPassword, description, variant: "destructive" });
}

/** /team: the salespeople of the active dealership, and the dialog that adds one. */
export function TeamPage() {
  const { supabase } = useAuth();
  const dealership = useActiveUser();
  const { data: team, isError, refetch } = useQuery(teamQuery(supabase, dealership.id));
  const [adding, setAdding] = useState(false);
  const add = () => setAdding(true);

  useEffect(() => {
    if (isError) toast({ ...teamMessages.loadFailed, variant: "destructive" });
  }, [isError]);

  return (
    <>
      <PageHeader
        title="Mi Equipo"
        backTo="/dashboard"
        description={describeTeam(team ?? [])}
        actions={team?.length !== 0 && <AddButton onClick={add} />}
      />
      {team && <Team team={team} onAdd={add} />}
      {!team && isError && <TeamUnanswered onRetry={refetch} />}
      {!team && !isError && <TeamListSkeleton />}
      <AddSalespersonDialog open={adding} onOpenChange={setAdding} />
    </>
  );
}

function Team({ team, onAdd }: { team: TeamMember[]; onAdd: () => void }) {
  if (team.length > 0) return <TeamList team={team} />;
  return (
    <EmptyState
      drawing={<EmptyTeamDrawing />}
      title={teamMessages.empty.title}
      description={teamMessages.empty.description}
      action={<AddButton onClick={onAdd} />}
    />
  );
}

function TeamUnanswered({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      drawing={<UnpluggedDrawing />}
      title={teamMessages.loadFailed.description}
      description="Comprueba tu conexión e inténtalo de nuevo."
      action={<Button onClick={() => onRetry()}>Reintentar</Button>}
    />
  );
}

function AddButton({ onClick }: { onClick: () => void }) {
  return (
    <Button onClick={onClick}>
      <UserPlus aria-hidden="true" />
      Añadir Vendedor
    </Button>
  );
}

function describeTeam(team: TeamMember[]): string {
  if (team.length === 0) return "Las personas que venden tu inventario.";
  const active = team.filter(({ is_active }) => is_active).length;
  const people = team.length === 1 ? "1 vendedor" : `${team.length} vendedores`;
  return `${people}, ${active === 1 ? "1 activo" : `${active} activos`}`;
}

/** The dialog that adds a salesperson to the own team. */
function AddSalespersonDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange}>
      <DialogContent
        title="Añadir Vendedor"
        description="La cuenta queda activa: podrá iniciar sesión enseguida con su correo y esta contraseña."
      >
        <AddSalespersonForm onAdded={() => props.onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}

/** One person with two free places beside: nobody is in the team yet. */
function EmptyTeamDrawing() {
  return (
    <svg
      viewBox="0 0 192 120"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M8 104h176" className="opacity-50" />
      <g strokeDasharray="5 6" className="opacity-60">
        <circle cx="44" cy="56" r="13" />
        <path d="M20 104v-6a24 24 0 0 1 46-9" />
        <circle cx="148" cy="56" r="13" />
        <path d="M172 104v-6a24 24 0 0 0-46-9" />
      </g>
      <path d="M64 104v-8a32 32 0 0 1 64 0v8Z" className="fill-primary stroke-none opacity-20" />
      <circle cx="96" cy="40" r="18" className="fill-card" />
      <path d="M64 104v-8a32 32 0 0 1 64 0v8" />
      <path d="M90 44c3 4 9 4 12 0" />
      <path d="M96 82v14M89 89h14" className="stroke-primary-ink" strokeWidth="3" />
    </svg>
  );
}
