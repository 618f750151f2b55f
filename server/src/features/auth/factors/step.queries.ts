import type { AccountDb } from '../../../platform/db/db.ts'

export type StepKind = 'second' | 'enrolment' | 'passkey' | 'registration' | 'sso'

export interface SignInStep {
  id: string
  userId: string
  userName: string
  kind: StepKind
  secretHash: Buffer
  network: string
  /** Of a reseller. Null: the platform. */
  host: string | null
  tries: number
  expiresAt: Date
  usedAt: Date | null
}

/** A correct password can be sent any number of times: the oldest steps beyond this number end. */
const maxStepsPerUser = 10

export async function insertStep(
  db: AccountDb,
  step: Pick<SignInStep, 'id' | 'userId' | 'kind' | 'secretHash' | 'network' | 'expiresAt'> &
    Partial<Pick<SignInStep, 'host'>>,
  now: Date,
): Promise<void> {
  await db`
    with forgotten as (
      delete from sign_in_steps
      where account_id = ${db.accountId} and user_id = ${step.userId}
        and (expires_at <= ${now} or id in (
          select id from sign_in_steps
          where account_id = ${db.accountId} and user_id = ${step.userId} and kind not in ('passkey', 'sso')
          order by expires_at desc offset ${maxStepsPerUser - 1})))
    insert into sign_in_steps (account_id, id, user_id, kind, secret_hash, network, expires_at, host)
    values (${db.accountId}, ${step.id}, ${step.userId}, ${step.kind}, ${step.secretHash}, ${step.network},
      ${step.expiresAt}, ${step.host ?? null})`
}

export async function findStep(db: AccountDb, id: string): Promise<SignInStep | undefined> {
  const [row] = await db<SignInStep>`
    select s.id, s.user_id, u.user_name, s.kind, s.secret_hash, s.network, s.host, s.tries, s.expires_at, s.used_at
    from sign_in_steps s join users u on u.account_id = s.account_id and u.id = s.user_id
    where s.account_id = ${db.accountId} and s.id = ${id}`
  return row
}

/** Counts a try, and locks the step until the commit. False if none is left: parallel tries count one by one. */
export async function takeTry(db: AccountDb, id: string, maxTries: number, now: Date): Promise<boolean> {
  const rows = await db<object>`
    update sign_in_steps set tries = tries + 1
    where account_id = ${db.accountId} and id = ${id}
      and tries < ${maxTries} and used_at is null and expires_at > ${now}
    returning id`
  return rows.length > 0
}

export async function markStepUsed(db: AccountDb, id: string, now: Date): Promise<void> {
  await db`update sign_in_steps set used_at = ${now} where account_id = ${db.accountId} and id = ${id}`
}

/** Returns whether the challenge was asked for by this user and not used yet. Only one caller succeeds. */
export async function useChallenge(
  db: AccountDb,
  userId: string,
  secretHash: Buffer,
  now: Date,
): Promise<boolean> {
  const rows = await db<object>`
    update sign_in_steps set used_at = ${now}
    where account_id = ${db.accountId} and user_id = ${userId} and kind = 'registration'
      and secret_hash = ${secretHash} and used_at is null and expires_at > ${now}
    returning id`
  return rows.length > 0
}

/** For a challenge that was made before the user was known. False if it was used before. */
export function insertUsedChallenge(db: AccountDb, step: UsedStep, now: Date): Promise<boolean> {
  return insertUsed(db, 'passkey', step, now)
}

/** The same for the state of a single sign-on. */
export function insertUsedState(db: AccountDb, step: UsedStep, now: Date): Promise<boolean> {
  return insertUsed(db, 'sso', step, now)
}

type UsedStep = Pick<SignInStep, 'id' | 'userId' | 'secretHash' | 'network' | 'expiresAt'>

async function insertUsed(
  db: AccountDb,
  kind: 'passkey' | 'sso',
  step: UsedStep,
  now: Date,
): Promise<boolean> {
  const rows = await db<object>`
    with forgotten as (
      delete from sign_in_steps
      where account_id = ${db.accountId} and user_id = ${step.userId} and expires_at <= ${now})
    insert into sign_in_steps (account_id, id, user_id, kind, secret_hash, network, expires_at, used_at)
    values (${db.accountId}, ${step.id}, ${step.userId}, ${kind}, ${step.secretHash}, ${step.network},
      ${step.expiresAt}, ${now})
    on conflict (account_id, secret_hash) do nothing
    returning id`
  return rows.length > 0
}

export async function deleteSteps(db: AccountDb, userId: string): Promise<void> {
  await db`delete from sign_in_steps where account_id = ${db.accountId} and user_id = ${userId}`
}
