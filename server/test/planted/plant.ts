// The type of a planted fault, and helpers to plant the most common ones.

import type { Ward } from '../ward.ts'

export interface PlantedFault {
  name: string
  id: string
  /** Affects the process itself, so the doctor must run in another process. */
  isOfProcess?: true
  plant(ward: Ward): Promise<void> | void
  /** Releases resources of the planted fault. */
  after?(): void
}

export const set = (env: Record<string, string>) => (ward: Ward) => {
  Object.assign(ward.env, env)
}

export const sql =
  (...lines: string[]) =>
  (ward: Ward) =>
    ward.sql(...lines)
