import type { Db } from '../../platform/db/db.ts'

export interface Operator {
  userName: string
  email: string
  createdAt: Date
}

/** Few: the people who run the installation. */
export function listOperators(directory: Db): Promise<Operator[]> {
  return directory<Operator>`
    select user_name, email, created_at from operators order by created_at, user_name limit 1000`
}

export async function isOperator(directory: Db, userId: string): Promise<boolean> {
  return (await directory`select from operators where user_id = ${userId} limit 1`).length > 0
}

export async function findContact(directory: Db): Promise<string | undefined> {
  const [first] = await directory<{ email: string }>`
    select email from operators order by created_at, user_name limit 1`
  return first?.email
}

export async function hasOthers(tree: Db, accountNumber: number): Promise<boolean> {
  const rows = await tree`
    select from nodes where kind = 'reseller' or (kind = 'account' and account_number <> ${accountNumber}) limit 1`
  return rows.length > 0
}

export async function insertOperator(directory: Db, operator: Operator): Promise<boolean> {
  const rows = await directory`
    insert into operators (user_name, email, created_at, user_id)
    values (${operator.userName}, ${operator.email}, ${operator.createdAt}, user_of_name(${operator.userName}))
    on conflict do nothing returning user_name`
  return rows.length > 0
}

export async function deleteOperator(directory: Db, userName: string): Promise<boolean> {
  const rows = await directory`delete from operators where user_name = ${userName} returning user_name`
  return rows.length > 0
}
