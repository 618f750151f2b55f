// The names of this cell's accounts, in its own database.

import type { Credential } from '../../platform/cells/cells.ts'
import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { Fragment } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'
import type { NameKind } from './cell.types.ts'

const tables: Record<NameKind, { name: Fragment; table: Fragment }> = {
  user: { name: sql`user_name`, table: sql`directory_users` },
  identifier: { name: sql`identifier`, table: sql`directory_identifiers` },
  share: { name: sql`encode(secret_hash, 'hex')`, table: sql`directory_shares` },
  ingest_key: { name: sql`id`, table: sql`ingest_keys` },
  domain: {
    name: sql`domain`,
    table: sql`(select account_id, domain from sso_domains where verified_at is not null) as proven`,
  },
}

/** Those of the given names that belong to the account. */
export async function listOwn(db: AccountDb, kind: NameKind, names: string[]): Promise<string[]> {
  const { name, table } = tables[kind]
  const isWanted =
    kind === 'share'
      ? sql`secret_hash in (select decode(wanted, 'hex') from unnest(${names}::text[]) as wanted)`
      : sql`${name} = any(${names}::text[])`
  const rows = await db<{ name: string }>`
    select ${name} as name from ${table} where account_id = ${db.accountId} and ${isWanted}`
  return rows.map(({ name }) => name)
}

export async function listAllOwn(db: AccountDb, kind: NameKind): Promise<string[]> {
  const { name, table } = tables[kind]
  const rows = await db<{ name: string }>`
    select ${name} as name from ${table} where account_id = ${db.accountId} order by 1`
  return rows.map(({ name }) => name)
}

/** Whether the credential belongs to an account of this cell. */
export async function isHere(directory: Db, { kind, name }: Credential): Promise<boolean> {
  const rows = await directory`${present(kind, name)}`
  return rows.length > 0
}

function present(kind: Credential['kind'], name: string): Fragment {
  switch (kind) {
    case 'account':
      return sql`select from directory_accounts where public_id = ${name}`
    case 'user':
      return sql`select from directory_users where user_name = lower(${name})`
    case 'identifier':
      return sql`select from directory_identifiers where identifier = ${name}`
    case 'share':
      return sql`select from directory_shares where secret_hash = decode(${name}, 'hex')`
    case 'ingest_key':
      return sql`select from ingest_keys where id = ${name}`
    case 'domain':
      return sql`select from sso_domains where domain = ${name} and verified_at is not null`
  }
}
