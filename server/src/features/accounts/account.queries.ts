import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { Language } from '../auth/mail/mail.types.ts'
import type { Account, AccountTerms, NewAccount, RetentionName } from './account.types.ts'

export async function nextAccountNumber(directory: Db): Promise<number> {
  const [row] = await directory<{ number: number }>`select nextval('account_numbers') as number`
  return row!.number
}

export async function insertAccount(
  db: AccountDb,
  account: Pick<NewAccount, 'name' | 'timeZone' | 'licenses'> & { publicId: string },
): Promise<void> {
  await db`
    insert into accounts (account_id, public_id, name, time_zone, licenses)
    values (${db.accountId}, ${account.publicId}, ${account.name}, ${account.timeZone}, ${account.licenses})`
  await db`
    insert into directory_accounts (account_id, public_id) values (${db.accountId}, ${account.publicId})`
}

/** Returns the user name as stored in the directory. */
export async function insertOwner(
  db: AccountDb,
  owner: Omit<NewAccount['owner'], 'temporaryPasswordUntil' | 'emailVerifiedAt' | 'language'> & {
    id: string
    timeZone: string
    temporaryPasswordUntil: Date | null
    emailVerifiedAt: Date | null
    language: Language | null
  },
): Promise<string> {
  await db`
    insert into users (account_id, id, user_name, name, email, country, time_zone, role, password_hash,
      temporary_password_until, email_verified_at, language)
    values (${db.accountId}, ${owner.id}, ${owner.userName}, ${owner.name}, ${owner.email}, ${owner.country},
      ${owner.timeZone}, 'owner', ${owner.passwordHash}, ${owner.temporaryPasswordUntil}, ${owner.emailVerifiedAt},
      ${owner.language})`
  const [row] = await db<{ userName: string }>`
    insert into directory_users (user_name, account_id, user_id)
    values (lower(${owner.userName}), ${db.accountId}, ${owner.id})
    returning user_name`
  return row!.userName
}

export async function findAccount(db: AccountDb): Promise<Omit<Account, 'licenses'> | undefined> {
  const [row] = await db<Omit<Account, 'licenses'>>`
    select a.public_id, a.name, a.time_zone, a.api_key_max_days, d.effective_status as status, it.status_reason,
      it.status_changed_at, a.trial_ends_at, a.history_days, keep_days_of(a.retention_class) as max_history_days,
      a.map_layer, d.node_is_staff as is_staff, a.created_at, a.modified_at
    from accounts a join directory_accounts d on d.account_id = a.account_id,
      lateral (select
        case when d.effective_status = a.status then a.status_reason else d.node_status_reason end as status_reason,
        case when d.effective_status = a.status then a.status_changed_at else d.node_status_changed_at end
          as status_changed_at) as it
    where a.account_id = ${db.accountId}`
  return row
}

/** The account holder and the retention class. */
export async function findTerms(db: AccountDb, directory: Db): Promise<AccountTerms> {
  const [row] = await db<{ owner: string; retentionClass: number; statusChangedBy: string | null }>`
    select u.user_name as owner, a.retention_class, a.status_changed_by
    from accounts a join users u on u.account_id = a.account_id and u.role = 'owner'
    where a.account_id = ${db.accountId}`
  const [kept] = await directory<{ name: RetentionName }>`
    select name from retention_classes where class = ${row?.retentionClass ?? null}`
  const { owner = '', statusChangedBy = null } = row ?? {}
  return { owner, retention: kept?.name ?? 'standard', statusChangedBy }
}

export async function updateAccount(
  db: AccountDb,
  account: Pick<Account, 'name' | 'timeZone' | 'apiKeyMaxDays' | 'historyDays' | 'mapLayer'>,
  now: Date,
): Promise<void> {
  await db`
    update accounts
    set name = ${account.name}, time_zone = ${account.timeZone}, api_key_max_days = ${account.apiKeyMaxDays},
      history_days = ${account.historyDays}, map_layer = ${account.mapLayer}, modified_at = ${now}
    where account_id = ${db.accountId}`
}

/** PostgreSQL computes the account's days. Fails if it does not know the zone. */
export async function tryZone(db: Db, timeZone: string): Promise<void> {
  await db`select now() at time zone ${timeZone}`
}

export async function setRetention(db: AccountDb, directory: Db, name: string): Promise<void> {
  const [wanted] = await directory<{
    class: number
  }>`select class from retention_classes where name = ${name}`
  await db`update accounts set retention_class = ${wanted?.class} where account_id = ${db.accountId}`
}

/** The setup page is for installations that never had an account. */
export async function closeSetup(db: AccountDb, now: Date): Promise<void> {
  await db`select close_setup(${now})`
}
