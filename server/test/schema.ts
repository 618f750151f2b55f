// The schema of a database as text, to compare databases that were migrated in different ways.

import { withClient } from './client.ts'

const parts = [
  `select format('table %s.%s owner %s rls %s %s', n.nspname, c.relname, pg_get_userbyid(c.relowner),
     c.relrowsecurity, c.relforcerowsecurity)
   from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p', 'v', 'm', 'S', 'i', 'I')`,
  `select format('column %s.%s %s null %s default %s', a.attrelid::regclass, a.attname,
     format_type(a.atttypid, a.atttypmod), not a.attnotnull, pg_get_expr(d.adbin, d.adrelid))
   from pg_attribute a join pg_class c on c.oid = a.attrelid
   left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where c.relnamespace in ('public'::regnamespace, to_regnamespace('pgboss')) and a.attnum > 0
     and not a.attisdropped and c.relkind in ('r', 'p', 'v')`,
  `select format('constraint %s.%s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
   where connamespace in ('public'::regnamespace, to_regnamespace('pgboss'))`,
  `select format('policy %s.%s %s %s', polrelid::regclass, polname, polcmd, pg_get_expr(polqual, polrelid))
   from pg_policy`,
  `select format('function %s %s', p.oid::regprocedure, md5(p.prosrc)) from pg_proc p
   where p.pronamespace in ('public'::regnamespace, to_regnamespace('pgboss'))`,
  `select format('grant %s %s', c.oid::regclass, c.relacl) from pg_class c
   where c.relnamespace in ('public'::regnamespace, to_regnamespace('pgboss')) and c.relacl is not null`,
  `select format('migration %s %s', name, checksum) from schema_migrations`,
  `select format('queue %s heartbeat %s', name, heartbeat_seconds) from pgboss.queue`,
  `select format('schedule %s %s', name, cron) from pgboss.schedule`,
]

export function describeDatabase(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const lines: string[] = []
    for (const text of parts) {
      const { rows } = await client.query<string[]>({ text, rowMode: 'array' })
      lines.push(...rows.map(([line]) => line!))
    }
    // Which weeks have partitions depends on the day.
    return lines.filter((line) => !/_\d{8}/.test(line)).sort()
  })
}
