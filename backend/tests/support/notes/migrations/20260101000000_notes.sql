-- An example product: notes, private papers and public pictures, each with an owner.
create table public.notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  body text not null
);
create index notes_user_id_idx on public.notes (user_id);
alter table public.notes enable row level security;
grant select, insert on public.notes to authenticated;

-- A user reads their own notes.
create policy notes_select_owner on public.notes for select to authenticated
  using (user_id = (select auth.uid()));

-- A user writes their own notes.
create policy notes_insert_owner on public.notes for insert to authenticated
  with check (user_id = (select auth.uid()));

insert into storage.buckets (id, name, public) values ('papers', 'papers', false);

-- A user reads the papers in their own folder.
create policy papers_select_owner on storage.objects for select to authenticated
  using (bucket_id = 'papers' and (storage.foldername(name))[1] = (select auth.uid())::text);

-- A user adds papers to their own folder.
create policy papers_insert_owner on storage.objects for insert to authenticated
  with check (bucket_id = 'papers' and (storage.foldername(name))[1] = (select auth.uid())::text);

insert into storage.buckets (id, name, public, allowed_mime_types)
values ('pictures', 'pictures', true, array['image/png', 'image/jpeg', 'image/webp']);

-- A user reads, adds, replaces and removes the pictures in their own folder.
create policy pictures_all_owner on storage.objects for all to authenticated
  using (bucket_id = 'pictures' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'pictures' and (storage.foldername(name))[1] = (select auth.uid())::text);
