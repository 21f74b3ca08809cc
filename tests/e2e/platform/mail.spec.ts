import { createAdmin } from "#tests/support/people.ts";
import { expect, expectAccessibleByDayAndNight, notice, openAs, test } from "../fixtures.ts";
import type { Site } from "../site.ts";

/** A failed mail, as the outbox leaves it. */
async function makeDeadMail({ sql }: Site, recipient: string): Promise<string> {
  const data = { name: "Ana", sign_in_url: "http://localhost/login" };
  const [mail] = await sql<{ id: string }[]>`
    insert into private.outgoing_mail (template, recipient, data, message_id, state, attempts, last_error)
    values ('access-approved', ${recipient}, ${sql.json(data)}, ${`${crypto.randomUUID()}@vitrina.example`}, 'dead', 300,
      '550 5.1.1 No such mailbox')
    returning id`;
  return mail?.id ?? "";
}

const stateOf = async ({ sql }: Site, id: string) => {
  const [mail] = await sql`select state from private.outgoing_mail where id = ${id}`;
  return mail?.state;
};

test.describe("undelivered mails", () => {
  test.use({ provoked: /status of 400 .*retry_dead_mail/ });

  test("an admin sees why, resends one, and sees that another was already resent", async ({
    page,
    site,
  }) => {
    const [recipient, other] = [crypto.randomUUID(), crypto.randomUUID()].map(
      (name) => `${name}@example.com`,
    ) as [string, string];
    const id = await makeDeadMail(site, recipient);
    const otherId = await makeDeadMail(site, other);
    await openAs(page, await createAdmin(site), "/admin/dashboard");
    // On phones, the count that loads later moves the tabs.
    await page
      .getByRole("navigation")
      .getByRole("link", { name: /^Correos \d/ })
      .click();
    await expect(
      page.getByRole("heading", { level: 1, name: "Correos no entregados" }),
    ).toBeVisible();
    await expect(page).toHaveTitle("Correos no entregados | Vitrina");
    const mail = page.getByRole("article", { name: `Solicitud aprobada para ${recipient}` });
    await expect(mail).toContainText("550 5.1.1 No such mailbox");
    await expect(mail).toContainText("300 intentos");
    await expectAccessibleByDayAndNight(page);

    await mail.getByRole("button", { name: `Reenviar a ${recipient}` }).click();
    await expect(notice(page, "Correo en camino")).toContainText(recipient);
    await expect(mail).toHaveCount(0);
    await expect.poll(() => stateOf(site, id)).not.toBe("dead");

    const button = page.getByRole("button", { name: `Reenviar a ${other}` });
    await site.sql`
      update private.outgoing_mail set state = 'sent', sent_at = now() where id = ${otherId}`;
    await button.click();
    await expect(notice(page, "No se pudo reenviar el correo")).toContainText(
      "Este correo ya no está entre los no entregados.",
    );
    await expect(button).toHaveCount(0);
  });
});
