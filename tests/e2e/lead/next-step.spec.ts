import { postLead, typeInquiry } from "#tests/support/leads.ts";
import { createDealership } from "#tests/support/people.ts";
import { expect, openAs, test } from "../fixtures.ts";

test("the day of a next step that a dealer types digit by digit is kept once its year is whole", async ({
  page,
  site,
}) => {
  const dealer = await createDealership(site);
  await postLead(site, typeInquiry(dealer, { name: "Carla Cliente" }));
  await openAs(page, dealer, "/leads");
  await page.getByRole("link", { name: "Carla Cliente", exact: true }).click();
  await page.getByRole("button", { name: "Mañana" }).click();
  const day = page.getByLabel("Día del próximo paso");
  // The same whether the month or the day comes first; on the way there is the year 202.
  await day.pressSequentially("10102027");
  await expect(day).toHaveValue("2027-10-10");
  const kept = () =>
    site.sql`select next_step_on::text from public.leads where dealership_id = ${dealer.id}`;
  await expect.poll(kept).toEqual([{ next_step_on: "2027-10-10" }]);
  await page.reload();
  await expect(day).toHaveValue("2027-10-10");
});
