set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE TABLE "public"."price_changes" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "vehicle_id" uuid NOT NULL, "old_price" text, "new_price" text, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "price_changes_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."price_changes" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.forget_price_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.price_changes where vehicle_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.note_price_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.price_changes (vehicle_id, old_price, new_price)
  values (new.id, old.price, new.price);
  return null;
end
$function$;

ALTER TABLE "public"."price_changes" ADD CONSTRAINT "price_changes_vehicle_id_fkey" FOREIGN KEY (vehicle_id) REFERENCES public.vehicles(id) ON DELETE CASCADE;

CREATE INDEX price_changes_vehicle_id_idx ON public.price_changes USING btree (vehicle_id, id DESC);

CREATE TRIGGER forget_price_changes AFTER UPDATE OF user_id ON public.vehicles FOR EACH ROW WHEN ((old.user_id <> new.user_id)) EXECUTE FUNCTION private.forget_price_changes();

CREATE TRIGGER note_price_change AFTER UPDATE OF price ON public.vehicles FOR EACH ROW WHEN ((old.price IS DISTINCT FROM new.price)) EXECUTE FUNCTION private.note_price_change();

CREATE POLICY "price_changes_select_admin" ON "public"."price_changes" FOR SELECT TO "authenticated" USING (( SELECT private.is_admin() AS is_admin));

CREATE POLICY "price_changes_select_dealership" ON "public"."price_changes" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT
   FROM public.vehicles vehicle
  WHERE ((vehicle.id = price_changes.vehicle_id) AND (vehicle.user_id = ( SELECT private.my_dealership() AS my_dealership))))));

REVOKE ALL ON FUNCTION "private"."forget_price_changes"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_price_change"() FROM PUBLIC;

GRANT SELECT ON TABLE "public"."price_changes" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."price_changes" TO "service_role";
