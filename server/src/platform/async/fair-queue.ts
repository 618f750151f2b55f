// Limits concurrent work per key. Waiting work holds no resources: no connection, no lock.

import { UnavailableError } from '../http/errors.ts'
import type { SlotLimits } from './slots.ts'
import { createSlots } from './slots.ts'

export type FairQueue<Key = number> = <T>(key: Key, work: () => Promise<T>) => Promise<T>

export function createFairQueue<Key = number>(limits: SlotLimits): FairQueue<Key> {
  const slots = createSlots<Key>(limits, (reason) => new UnavailableError(reason))
  return async (key, work) => {
    await slots.take(key)
    try {
      return await work()
    } finally {
      slots.release(key)
    }
  }
}
