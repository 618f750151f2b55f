// What is waiting for the fuel processor, for operators.

import type { Context } from '../../platform/context.ts'
import type { FuelWaiting } from './fuel-state.queries.ts'
import { measureWaiting } from './fuel-state.queries.ts'

export function findWaitingFuel({ db, now }: Pick<Context, 'db' | 'now'>): Promise<FuelWaiting> {
  return measureWaiting(db.recorder, now())
}
