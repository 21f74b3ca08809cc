set local search_path = pg_catalog;

DROP TRIGGER "audit_admin_write" ON "public"."leads";

DROP TRIGGER "touch_lead" ON "public"."leads";

ALTER TABLE "public"."leads" ADD COLUMN "next_step" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."leads" ADD COLUMN "next_step_on" date;

ALTER TABLE "public"."leads" ADD CONSTRAINT "leads_next_step_check" CHECK (((length(next_step) <= 200) AND (next_step !~ '[[:cntrl:]]'::text)));

ALTER TABLE "public"."leads" ADD CONSTRAINT "leads_step_has_a_day" CHECK (((next_step = ''::text) OR (next_step_on IS NOT NULL)));

CREATE INDEX leads_dealership_step_idx ON public.leads USING btree (dealership_id, next_step_on) WHERE (next_step_on IS NOT NULL);

CREATE INDEX leads_recipient_step_idx ON public.leads USING btree (recipient_id, next_step_on) WHERE (next_step_on IS NOT NULL);

CREATE TRIGGER audit_admin_write AFTER UPDATE ON public.leads FOR EACH ROW EXECUTE FUNCTION private.audit_admin_write('state', 'notes', 'next_step', 'next_step_on');

CREATE TRIGGER touch_lead BEFORE UPDATE OF state, notes, next_step, next_step_on ON public.leads FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION private.touch_row();

REVOKE ALL ("next_step_on") ON TABLE "public"."leads" FROM "authenticated";

GRANT UPDATE ("next_step_on") ON TABLE "public"."leads" TO "authenticated";

REVOKE ALL ("next_step") ON TABLE "public"."leads" FROM "authenticated";

GRANT UPDATE ("next_step") ON TABLE "public"."leads" TO "authenticated";
