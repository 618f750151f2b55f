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

export async function hasResellers(tree: Db): Promise<boolean> {
  return (await tree`select from nodes where kind = 'reseller' limit 1`).length > 0
}

export async function insertOperator(directory: Db, operator: Operator): Promise<boolean> {
  const rows = await directory`
    insert into operators (user_name, email, created_at)
    values (${operator.userName}, ${operator.email}, ${operator.createdAt})
    on conflict do nothing returning user_name`
  return rows.length > 0
}

export async function deleteOperator(directory: Db, userName: string): Promise<boolean> {
  const rows = await directory`delete from operators where user_name = ${userName} returning user_name`
  return rows.length > 0
}
