set local search_path = pg_catalog;

DROP INDEX "public"."vehicle_costs_vehicle_id_idx";

CREATE INDEX vehicle_costs_vehicle_id_idx ON public.vehicle_costs USING btree (vehicle_id) INCLUDE (dealership_id, amount);
