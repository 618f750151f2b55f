import type { AccountDb, Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { SsoDomain, SsoSettings, SsoTest, StoredProvider } from './sso.types.ts'

const columns = sql`name, issuer, client_id, secret, mode, creates_users, keeps_api_keys, claim, roles, version, modified_at,
  tested_at, test, last_success_at, last_failure_at, last_failure`

export async function findProvider(db: AccountDb): Promise<StoredProvider | undefined> {
  const [row] = await db<StoredProvider>`
    select ${columns} from sso_providers where account_id = ${db.accountId}`
  return row
}

export async function lockProvider(db: AccountDb): Promise<StoredProvider | undefined> {
  const [row] = await db<StoredProvider>`
    select ${columns} from sso_providers where account_id = ${db.accountId} for update`
  return row
}

export async function keepProvider(
  db: AccountDb,
  settings: SsoSettings & { secret: Buffer; testedAt: Date | null; test: SsoTest | null },
  now: Date,
): Promise<void> {
  const test = settings.test && JSON.stringify(settings.test)
  await db`
    insert into sso_providers as p (account_id, name, issuer, client_id, secret, mode, creates_users, keeps_api_keys, claim,
      roles, modified_at, tested_at, test)
    values (${db.accountId}, ${settings.name}, ${settings.issuer}, ${settings.clientId}, ${settings.secret},
      ${settings.mode}, ${settings.createsUsers}, ${settings.keepsApiKeys}, ${settings.claim},
      ${JSON.stringify(settings.roles)}::jsonb, ${now}, ${settings.testedAt}, ${test}::jsonb)
    on conflict (account_id) do update set
      name = excluded.name, issuer = excluded.issuer, client_id = excluded.client_id, secret = excluded.secret,
      mode = excluded.mode, creates_users = excluded.creates_users, keeps_api_keys = excluded.keeps_api_keys,
      claim = excluded.claim, roles = excluded.roles, modified_at = excluded.modified_at,
      tested_at = excluded.tested_at, test = excluded.test, version = p.version + 1,
      last_failure_at = case when p.issuer = excluded.issuer then p.last_failure_at end,
      last_failure = case when p.issuer = excluded.issuer then p.last_failure end`
}

export async function deleteProvider(db: AccountDb): Promise<void> {
  await db`delete from sso_identities where account_id = ${db.accountId}`
  await db`delete from sso_providers where account_id = ${db.accountId}`
}

export async function setMode(db: AccountDb, mode: string, now: Date): Promise<void> {
  await db`
    update sso_providers set mode = ${mode}, version = version + 1, modified_at = ${now}
    where account_id = ${db.accountId}`
}

/** A test that began before the settings changed counts for nothing. */
export async function noteTest(
  db: AccountDb,
  of: { issuer: string; clientId: string },
  test: SsoTest,
  testedAt: Date | null,
): Promise<void> {
  await db`
    update sso_providers set test = ${JSON.stringify(test)}::jsonb, tested_at = coalesce(${testedAt}, tested_at)
    where account_id = ${db.accountId} and issuer = ${of.issuer} and client_id = ${of.clientId}`
}

/** At most once a minute, so that a busy sign-in page is no stream of writes. */
export async function noteSuccess(db: AccountDb, now: Date, notAfter: Date): Promise<void> {
  await db`
    update sso_providers set last_success_at = ${now}
    where account_id = ${db.accountId} and (last_success_at is null or last_success_at < ${notAfter}
      or last_failure_at > last_success_at)`
}

export async function noteFailure(db: AccountDb, why: string, now: Date, notAfter: Date): Promise<void> {
  await db`
    update sso_providers set last_failure_at = ${now}, last_failure = ${why}
    where account_id = ${db.accountId} and (last_failure_at is null or last_failure_at < ${notAfter})`
}

export function listDomains(db: AccountDb): Promise<SsoDomain[]> {
  return db<SsoDomain>`
    select domain, token, added_at, verified_at, checked_at, fault from sso_domains
    where account_id = ${db.accountId} order by domain`
}

export async function insertDomain(
  db: AccountDb,
  { domain, token }: { domain: string; token: string },
  now: Date,
): Promise<void> {
  await db`
    insert into sso_domains (account_id, domain, token, added_at)
    values (${db.accountId}, ${domain}, ${token}, ${now})`
}

export async function settleDomain(
  db: AccountDb,
  domain: string,
  { isProven, fault, now }: { isProven: boolean; fault: SsoDomain['fault']; now: Date },
): Promise<void> {
  await db`
    update sso_domains set checked_at = ${now}, fault = ${fault},
      verified_at = case when ${isProven} then coalesce(verified_at, ${now}) else verified_at end
    where account_id = ${db.accountId} and domain = ${domain}`
}

export async function deleteDomain(db: AccountDb, domain: string): Promise<boolean> {
  const rows = await db`
    delete from sso_domains where account_id = ${db.accountId} and domain = ${domain} returning domain`
  return rows.length > 0
}

/** The account that has proven the domain, if its users may sign in with a provider. */
export async function findByDomain(
  directory: Db,
  domain: string,
): Promise<{ accountId: number; account: string } | undefined> {
  const [row] = await directory<{ accountId: number; account: string }>`
    select d.account_id, a.public_id as account
    from sso_domains d join directory_accounts a using (account_id)
    join sso_providers p using (account_id)
    where d.domain = ${domain} and d.verified_at is not null and p.mode <> 'off'`
  return row
}

export async function isDomainProven(db: AccountDb, domain: string): Promise<boolean> {
  const rows = await db`
    select from sso_domains where account_id = ${db.accountId} and domain = ${domain} and verified_at is not null`
  return rows.length > 0
}

export async function listUnknownGroups(db: AccountDb, groupIds: string[]): Promise<string[]> {
  const rows = await db<{ id: string }>`
    select id from unnest(${groupIds}::text[]) as wanted (id)
    where not exists (select from groups g where g.account_id = ${db.accountId} and g.id = wanted.id)`
  return rows.map(({ id }) => id)
}

/** Ends the sessions of those who may not have them any more. */
export async function deleteReplacedSessions(db: AccountDb): Promise<void> {
  await db`
    delete from sessions s
    where s.account_id = ${db.accountId} and s.method is distinct from 'sso' and is_sso_only(s.account_id, s.user_id)`
}

/** Nobody keeps a session of a provider that is not asked any more. */
export async function deleteSsoSessions(db: AccountDb): Promise<void> {
  await db`delete from sessions where account_id = ${db.accountId} and method = 'sso'`
}

export async function findSessionMethod(db: AccountDb, sessionId: string): Promise<string | undefined> {
  const [row] = await db<{ method: string | null }>`
    select method from sessions where account_id = ${db.accountId} and id = ${sessionId}`
  return row?.method ?? undefined
}

export async function findOwner(db: AccountDb): Promise<string | undefined> {
  const [row] = await db<{ id: string }>`
    select id from users where account_id = ${db.accountId} and role = 'owner'`
  return row?.id
}

export async function findPublicId(db: AccountDb): Promise<string> {
  const [row] = await db<{ publicId: string }>`
    select public_id from accounts where account_id = ${db.accountId}`
  return row!.publicId
}
