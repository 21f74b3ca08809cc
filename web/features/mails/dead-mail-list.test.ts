import { expect, it } from "vitest";
import { mailReason } from "./dead-mail-list.tsx";

it.each([
  ["550 5.1.1 No such mailbox", "El servidor de correo respondió: 550 5.1.1 No such mailbox"],
  [
    "Can't send mail - all recipients were rejected: 550 5.1.1 No such mailbox",
    "El servidor de correo respondió: 550 5.1.1 No such mailbox",
  ],
  [
    "connect ECONNREFUSED 127.0.0.1:25",
    "No se pudo enviar. El registro del servidor dice por qué.",
  ],
  [null, "Sin motivo conocido"],
])("an administrator sees why a mail failed with %j: %s", (lastError, reason) => {
  expect(mailReason(lastError)).toBe(reason);
});
