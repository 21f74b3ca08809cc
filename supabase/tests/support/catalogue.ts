import type { Sql } from "#backend/postgres/sql.ts";

/**
 * The catalogue of our schemas as one line per table, column, constraint, index, function with
 * body, policy, grant and trigger. Databases with equal lines behave the same.
 */
export async function readCatalogue(sql: Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    with ours as (
      select oid, nspname, nspacl, nspowner from pg_namespace
      where nspname in ('auth', 'storage', 'private', 'public', 'extensions')
    ),
    relation as (
      select c.*, n.nspname || '.' || c.relname as name, n.nspname from pg_class c
      join ours n on n.oid = c.relnamespace
      where not exists (select from pg_depend where objid = c.oid and deptype = 'e')
    ),
    routine as (
      select p.*, p.oid::regprocedure::text as name from pg_proc p join ours n on n.oid = p.pronamespace
      where not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    )
    select concat_ws(' | ', 'schema', nspname) as line from ours
    union all select concat_ws(' | ', 'extension', extname, extnamespace::regnamespace)
      from pg_extension
    union all select concat_ws(' | ', 'relation', name, relkind, relpersistence, relrowsecurity,
      relforcerowsecurity, reloptions, pg_get_viewdef(oid))
      from relation where relkind in ('r', 'v', 'm', 'p')
    union all select concat_ws(' | ', 'sequence', r.name, seqtypid::regtype, seqstart,
      seqincrement, seqmax, seqmin, seqcache, seqcycle)
      from relation r join pg_sequence s on s.seqrelid = r.oid
    union all select concat_ws(' | ', 'column', r.name, row_number() over (
        partition by r.oid order by attnum), attname, format_type(atttypid, atttypmod), attnotnull,
      attidentity, attgenerated, pg_get_expr(adbin, adrelid))
      from relation r join pg_attribute a on a.attrelid = r.oid and attnum > 0 and not attisdropped
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where relkind in ('r', 'v', 'm', 'p')
    union all select concat_ws(' | ', 'constraint', r.name, conname, pg_get_constraintdef(c.oid))
      from relation r join pg_constraint c on c.conrelid = r.oid
    union all select concat_ws(' | ', 'index', pg_get_indexdef(indexrelid))
      from relation r join pg_index on indrelid = r.oid
    union all select concat_ws(' | ', 'trigger', pg_get_triggerdef(t.oid), tgenabled)
      from relation r join pg_trigger t on t.tgrelid = r.oid where not tgisinternal
    union all select concat_ws(' | ', 'policy', r.name, polname, polcmd, polpermissive,
      polroles::regrole[], pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
      from relation r join pg_policy on polrelid = r.oid
    union all select concat_ws(' | ', 'function', pg_get_functiondef(oid)) from routine
    union all select concat_ws(' | ', 'type', t.oid::regtype, enumlabel, enumsortorder)
      from pg_type t join ours n on n.oid = t.typnamespace join pg_enum e on e.enumtypid = t.oid
    union all select concat_ws(' | ', 'event trigger', evtname, evtevent, evtfoid::regproc, evttags)
      from pg_event_trigger
    union all select concat_ws(' | ', 'default privileges', defaclrole::regrole,
      defaclnamespace::regnamespace, defaclobjtype, defaclacl) from pg_default_acl
    union all select concat_ws(' | ', 'grant', object.name, attname,
      case grantee when 0 then 'public' else grantee::regrole::text end,
      string_agg(privilege_type, ' ' order by privilege_type))
      from (
        select 'schema ' || nspname as name, null as attname,
          coalesce(nspacl, acldefault('n', nspowner)) as acl from ours
        union all select 'relation ' || name, null,
          coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner))
          from relation where relkind in ('r', 'v', 'm', 'p', 'S')
        union all select 'function ' || name, null, coalesce(proacl, acldefault('f', proowner))
          from routine
        union all select 'column ' || name, attname, attacl
          from relation join pg_attribute on attrelid = relation.oid and attacl is not null
      ) as object cross join lateral aclexplode(object.acl) as entry
      group by object.name, attname, grantee
    order by 1`;
  return rows.map(({ line }) => line);
}
