set local search_path = pg_catalog;

CREATE INDEX vehicles_user_id_vin_idx ON public.vehicles USING btree (user_id, vin) WHERE (vin IS NOT NULL);
