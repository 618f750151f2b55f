// What a planted fault is, and the two most common ways to plant one.

import type { Ward } from '../ward.ts'

export interface PlantedFault {
  name: string
  id: string
  /** Of the process itself, so that only another process can have it. */
  isOfProcess?: true
  plant(ward: Ward): Promise<void> | void
  /** What the plant itself holds on to. */
  after?(): void
}

export const set = (env: Record<string, string>) => (ward: Ward) => {
  Object.assign(ward.env, env)
}

export const sql =
  (...lines: string[]) =>
  (ward: Ward) =>
    ward.sql(...lines)
