import type { Db } from '../platform/db.ts'

export interface Safety {
  fsync: string
  fullPageWrites: string
  dataChecksums: string
  synchronousCommit: string
  role: string
  isSuperuser: boolean
  bypassesRls: boolean
  ownsTables: boolean
}

export async function findSafety(db: Db): Promise<Safety> {
  const [row] = await db<Safety>`
    select current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes,
      current_setting('data_checksums') as data_checksums,
      current_setting('synchronous_commit') as synchronous_commit,
      r.rolname as role, r.rolsuper as is_superuser, r.rolbypassrls as bypasses_rls,
      exists (
        select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relowner = r.oid and n.nspname !~ '^pg_') as owns_tables
    from pg_roles r where r.rolname = current_user`
  return row!
}
