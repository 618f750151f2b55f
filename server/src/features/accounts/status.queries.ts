import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { AccountStatus } from '../../platform/http/account-status.ts'
import type { AccountState, StatusChange } from './status.types.ts'

type Row = Omit<AccountState, 'owner'> & { ownerId: string; ownerEmail: string }

/** Locks the account, so that changes of its status follow each other. */
export async function lockState(db: AccountDb): Promise<AccountState | undefined> {
  const [row] = await db<Row>`
    select a.public_id, a.name, a.status, a.status_reason as reason, a.status_changed_at as changed_at,
      a.previous_statuses, a.trial_ends_at, a.trial_next_at, u.id as owner_id, u.email as owner_email
    from accounts a join users u on u.account_id = a.account_id and u.role = 'owner'
    where a.account_id = ${db.accountId}
    for no key update of a`
  if (!row) return undefined
  const { ownerId, ownerEmail, ...state } = row
  return { ...state, owner: { id: ownerId, email: ownerEmail } }
}

export async function updateStatus(
  db: AccountDb,
  { status, previousStatuses, reason, author }: StatusChange & Pick<AccountState, 'previousStatuses'>,
  now: Date,
): Promise<void> {
  await db`
    update accounts set status = ${status}, previous_statuses = ${previousStatuses}, status_reason = ${reason},
      status_changed_at = ${now}, status_changed_by = ${author}, modified_at = ${now}
    where account_id = ${db.accountId}`
}

/** The address of the first operator, if there is one. */
export async function findFirstOperator(db: AccountDb): Promise<string | undefined> {
  const [row] = await db<{ email: string | null }>`select first_operator() as email`
  return row?.email ?? undefined
}

export interface NodeStatusRow {
  /** The account's own. */
  status: AccountStatus
  /** Set by a reseller above the account, and the one that its owner knows of. */
  nodeStatus: AccountStatus
  notedNodeStatus: AccountStatus
  reason: string | null
}

export async function findNodeStatus(db: AccountDb): Promise<NodeStatusRow | undefined> {
  const [row] = await db<NodeStatusRow>`
    select status, node_status, noted_node_status, node_status_reason as reason from directory_accounts
    where account_id = ${db.accountId} for no key update`
  return row
}

export async function markNodeStatusNoted(db: AccountDb, status: AccountStatus): Promise<void> {
  await db`update directory_accounts set noted_node_status = ${status} where account_id = ${db.accountId}`
}

/** Null: no trial. */
export async function updateTrial(
  db: AccountDb,
  trial: { endsAt: Date | null; nextAt: Date | null },
): Promise<void> {
  await db`
    update accounts set trial_ends_at = ${trial.endsAt}, trial_next_at = ${trial.nextAt}
    where account_id = ${db.accountId}`
}

/** Over all accounts of this cell, by number. */
export function listDueTrials(
  directory: Db,
  now: Date,
  { after, limit }: { after: number; limit: number },
): Promise<{ accountId: number }[]> {
  return directory<{ accountId: number }>`
    select account_id from directory_accounts
    where trial_next_at <= ${now} and account_id > ${after} order by account_id limit ${limit}`
}

/** Active ones are the rest: only the others have an index. */
export async function countStatuses(
  directory: Db,
): Promise<{ total: number; others: { status: AccountStatus; count: number }[] }> {
  const [all] = await directory<{ total: number }>`select count(*)::int as total from directory_accounts`
  const others = await directory<{ status: AccountStatus; count: number }>`
    select effective_status as status, count(*)::int as count from directory_accounts
    where effective_status <> 'active' group by effective_status`
  return { total: all!.total, others }
}
