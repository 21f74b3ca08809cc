import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Bell, BellRing } from "lucide-react";
import { useId, useState } from "react";
import { requestErrorMessage } from "#web/api/request-error-message.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Label } from "#web/ui/fields/field.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { Dialog, DialogContent } from "#web/ui/overlays/dialog.tsx";
import { Notice } from "#web/ui/states/notice.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { toast } from "#web/ui/states/toast.ts";
import {
  disableNotices,
  enableNotices,
  isApplePhone,
  type NoticeState,
  noticeStateQuery,
  PermissionDeniedError,
  sendTestNotice,
} from "./device-notices.ts";
import { noticeMessages as messages } from "./messages.ts";
import { WeeklyMail } from "./weekly-mail.tsx";

/**
 * Settings for this device's notifications and the weekly mail. Hidden from administrators, who get
 * neither.
 */
export function NoticesButton() {
  const { user } = useAuth();
  const [open, setOpen] = useState(false);
  if (!user || user.role === "admin") return null;
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <Bell aria-hidden="true" />
        <span className="max-sm:sr-only">Avisos</span>
      </Button>
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogContent title="Avisos" description={messages.hint}>
          <div className="grid gap-4">
            <DeviceNotices userId={user.id} />
            <WeeklyMail userId={user.id} />
          </div>
        </DialogContent>
      </Dialog>
    </>
  );
}

function DeviceNotices({ userId }: { userId: string }) {
  const { supabase } = useAuth();
  const { data: state, isError, refetch } = useQuery(noticeStateQuery(supabase, userId));
  if (state === "unsupported" || state === "blocked") return <NoNotices state={state} />;
  if (state) return <NoticeSwitch state={state} userId={userId} />;
  if (!isError) return <Skeleton className="h-11 rounded-lg" />;
  return (
    <div className="grid gap-3">
      <p className="text-sm">{messages.loadFailed}</p>
      <Button onClick={() => refetch()}>Reintentar</Button>
    </div>
  );
}

/** Why notifications are unavailable here, and what helps. */
function NoNotices({ state }: { state: "unsupported" | "blocked" }) {
  const { title, hint, onApplePhone } = messages[state];
  return <Notice title={title}>{isApplePhone() ? onApplePhone : hint}</Notice>;
}

function NoticeSwitch({ state, userId }: { state: NoticeState; userId: string }) {
  const { supabase } = useAuth();
  const id = useId();
  const change = useNoticeSwitch(userId);
  const test = useMutation({
    mutationFn: () => sendTestNotice(supabase),
    onSuccess: () => toast({ ...messages.testSent, variant: "success" }),
    onError: (error) =>
      toast({
        title: messages.testFailed,
        description: requestErrorMessage(error),
        variant: "destructive",
      }),
  });
  const isOn = change.isPending ? change.variables : state === "on";
  return (
    <div className="grid gap-4">
      <div className="flex min-h-11 items-center justify-between gap-4">
        <Label htmlFor={id}>{messages.label}</Label>
        <Switch
          id={id}
          checked={isOn}
          disabled={change.isPending}
          onCheckedChange={(on) => change.mutate(on)}
        />
      </div>
      {isOn && (
        <Button
          variant="outline"
          icon={<BellRing aria-hidden="true" />}
          disabled={change.isPending}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          Enviar una prueba
        </Button>
      )}
    </div>
  );
}

function useNoticeSwitch(userId: string) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (on: boolean) => (on ? enableNotices(supabase) : disableNotices(supabase)),
    onSuccess: (_done, on) =>
      toast({ ...(on ? messages.switchedOn : messages.switchedOff), variant: "success" }),
    onError: (error) => {
      const failure =
        error instanceof PermissionDeniedError
          ? messages.notAllowed
          : { title: messages.switchFailed, description: requestErrorMessage(error) };
      toast({ ...failure, variant: "destructive" });
    },
    onSettled: () => queries.invalidateQueries(noticeStateQuery(supabase, userId)),
  });
}
