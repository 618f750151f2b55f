import type { Db } from '../db/db.ts'

export type MoveState = 'arriving' | 'closing' | 'frozen' | 'sealed' | 'gone'

export interface MovingAccount {
  accountId: number
  state: MoveState
  /** The other cell: source or target. */
  cell: number
}

export function listMoving(directory: Db): Promise<MovingAccount[]> {
  return directory<MovingAccount>`select account_id, state, cell from moves`
}
