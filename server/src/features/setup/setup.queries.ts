import type { AccountDb, Db } from '../../platform/db/db.ts'

export interface SetupState {
  salt: Buffer
  isOpen: boolean
}

/** Open until it is finished, or an account exists. */
export async function findSetup(directory: Db): Promise<SetupState | undefined> {
  const [row] = await directory<SetupState>`
    select salt, finished_at is null and not exists (select from directory_accounts) as is_open
    from installation_setup where only_one`
  return row
}

/** In the transaction that creates the account. False for all but one. */
export async function finishSetup(
  db: AccountDb,
  operator: { userName: string; email: string },
  now: Date,
): Promise<boolean> {
  const [row] = await db<{ isFinished: boolean }>`
    select finish_setup(${operator.userName}, ${operator.email}, ${now}) as is_finished`
  return row?.isFinished === true
}
