import type { AccountDb } from '../../../platform/db/db.ts'
import type { FactorStatus } from './factor.types.ts'

/** Until the commit: factors of a user are added and removed one at a time, because each change depends on the others. */
export async function lockFactors(db: AccountDb, userId: string): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtext('factors'), hashtext(${userId}))`
}

export async function findFactorStatus(db: AccountDb, userId: string): Promise<FactorStatus | undefined> {
  const [row] = await db<FactorStatus>`
    select u.user_name, u.role,
      (select a.public_id from accounts a where a.account_id = ${db.accountId}) as account,
      t.confirmed_at as totp_confirmed_at,
      (select count(*)::int from passkeys p where p.account_id = ${db.accountId} and p.user_id = u.id) as passkey_count,
      (select count(*)::int from recovery_codes c
       where c.account_id = ${db.accountId} and c.user_id = u.id and c.used_at is null) as recovery_codes_left,
      (select s.second_factor from sign_in_policies s where s.account_id = ${db.accountId}) as policy,
      (select a.created_at from accounts a where a.account_id = ${db.accountId}) as account_created_at,
      exists (select 1 from second_factor_resets r
              where r.account_id = ${db.accountId} and r.user_id = u.id) as is_reset,
      u.role = 'owner' and exists (
        select from sso_providers p where p.account_id = ${db.accountId} and p.mode = 'required') as is_break_glass
    from users u
    left join totp t on t.account_id = u.account_id and t.user_id = u.id
    where u.account_id = ${db.accountId} and u.id = ${userId}`
  return row
}

/** Locks the row, so that a code is judged once at a time. */
export async function lockTotpSecret(db: AccountDb, userId: string): Promise<Buffer | undefined> {
  const [row] = await db<{ secret: Buffer }>`
    select secret from totp
    where account_id = ${db.accountId} and user_id = ${userId} and confirmed_at is not null
    for update`
  return row?.secret
}

/** Returns false for a step that was used, or is before one that was. */
export async function useTotpStep(db: AccountDb, userId: string, step: number): Promise<boolean> {
  const rows = await db<object>`
    update totp set last_step = ${step}
    where account_id = ${db.accountId} and user_id = ${userId} and last_step < ${step}
    returning user_id`
  return rows.length > 0
}

export async function findPendingTotp(
  db: AccountDb,
  userId: string,
): Promise<{ pending: Buffer; pendingAt: Date } | undefined> {
  const [row] = await db<{ pending: Buffer; pendingAt: Date }>`
    select pending, pending_at from totp
    where account_id = ${db.accountId} and user_id = ${userId} and pending is not null
    for update`
  return row
}

/** Keeps a confirmed secret until the pending one is confirmed. */
export async function keepPendingTotp(
  db: AccountDb,
  userId: string,
  pending: Buffer,
  now: Date,
): Promise<void> {
  await db`
    insert into totp (account_id, user_id, pending, pending_at)
    values (${db.accountId}, ${userId}, ${pending}, ${now})
    on conflict (account_id, user_id) do update
    set pending = excluded.pending, pending_at = excluded.pending_at`
}

/** The step of the code that confirmed it counts as used. */
export async function confirmTotp(db: AccountDb, userId: string, step: number, now: Date): Promise<void> {
  await db`
    update totp
    set secret = pending, confirmed_at = ${now}, last_step = ${step}, pending = null, pending_at = null
    where account_id = ${db.accountId} and user_id = ${userId}`
}

export async function deleteTotp(db: AccountDb, userId: string): Promise<boolean> {
  const rows = await db<{ confirmedAt: Date | null }>`
    delete from totp where account_id = ${db.accountId} and user_id = ${userId}
    returning confirmed_at`
  return rows.some(({ confirmedAt }) => confirmedAt !== null)
}

/** The old codes end. */
export async function replaceRecoveryCodes(
  db: AccountDb,
  userId: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<void> {
  await db`delete from recovery_codes where account_id = ${db.accountId} and user_id = ${userId}`
  await db`
    insert into recovery_codes (account_id, user_id, code_hash, created_at)
    select ${db.accountId}, ${userId}, code_hash, ${now}::timestamptz from unnest(${hashes}::bytea[]) as code_hash`
}

/** Returns whether the code was right and unused: only one caller succeeds. */
export async function useRecoveryCode(
  db: AccountDb,
  userId: string,
  codeHash: Buffer,
  now: Date,
): Promise<boolean> {
  const rows = await db<object>`
    update recovery_codes set used_at = ${now}
    where account_id = ${db.accountId} and user_id = ${userId} and code_hash = ${codeHash} and used_at is null
    returning user_id`
  return rows.length > 0
}

export async function deleteRecoveryCodes(db: AccountDb, userId: string): Promise<void> {
  await db`delete from recovery_codes where account_id = ${db.accountId} and user_id = ${userId}`
}

export async function deletePasskeys(db: AccountDb, userId: string): Promise<void> {
  await db`delete from passkeys where account_id = ${db.accountId} and user_id = ${userId}`
}

/** A new or lost factor ends all other sessions (ASVS 7.4.3). Null ends every session. */
export async function deleteOtherSessions(
  db: AccountDb,
  userId: string,
  keptId: string | null,
): Promise<void> {
  await db`
    delete from sessions
    where account_id = ${db.accountId} and user_id = ${userId} and id is distinct from ${keptId}`
}

export async function keepReset(db: AccountDb, userId: string, now: Date): Promise<void> {
  await db`
    insert into second_factor_resets (account_id, user_id, reset_at) values (${db.accountId}, ${userId}, ${now})
    on conflict (account_id, user_id) do update set reset_at = excluded.reset_at`
}

export async function deleteReset(db: AccountDb, userId: string): Promise<void> {
  await db`delete from second_factor_resets where account_id = ${db.accountId} and user_id = ${userId}`
}

export async function findPolicy(db: AccountDb): Promise<FactorStatus['policy']> {
  const [row] = await db<{ secondFactor: FactorStatus['policy'] }>`
    select second_factor from sign_in_policies where account_id = ${db.accountId}`
  return row?.secondFactor ?? null
}

export async function setPolicy(db: AccountDb, policy: string, now: Date): Promise<void> {
  await db`
    insert into sign_in_policies (account_id, second_factor, modified_at)
    values (${db.accountId}, ${policy}, ${now})
    on conflict (account_id) do update
    set second_factor = excluded.second_factor, modified_at = excluded.modified_at`
}

export async function findAccountCreation(db: AccountDb): Promise<Date> {
  const [row] = await db<{
    createdAt: Date
  }>`select created_at from accounts where account_id = ${db.accountId}`
  return row!.createdAt
}

/** Of all users, or of the account holder and administrators. */
export async function deleteSessionsWithoutFactor(db: AccountDb, isForAll: boolean): Promise<void> {
  await db`
    delete from sessions s using users u
    where s.account_id = ${db.accountId} and u.account_id = ${db.accountId} and u.id = s.user_id
      and (${isForAll} or u.role <> 'standard')
      and not exists (select 1 from totp t
        where t.account_id = ${db.accountId} and t.user_id = u.id and t.confirmed_at is not null)
      and not exists (select 1 from passkeys p where p.account_id = ${db.accountId} and p.user_id = u.id)`
}
