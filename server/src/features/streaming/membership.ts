// Group members, reloaded every few seconds and only for devices that have events.

import type { Context } from '../../platform/context.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import * as queries from './membership.queries.ts'

/** Removing a device from a group takes effect within 5 s. */
const maxAgeMs = 2_500
const maxCached = 200_000

export interface Membership {
  /** Loads what `has` needs to know. */
  load(groupIds: ReadonlySet<string>, deviceNumbers: ReadonlySet<number>): Promise<void>
  has(groupId: string, deviceNumber: number): boolean
}

export function createMembership(ctx: Pick<Context, 'db'>, accountId: number): Membership {
  const db: AccountDb = ctx.db.forAccount(accountId)
  const known = new Map<string, { isMember: boolean; loadedAt: number }>()
  const keyOf = (groupId: string, deviceNumber: number) => `${groupId} ${deviceNumber}`

  return {
    async load(groupIds, deviceNumbers) {
      const loadedAt = performance.now()
      const isOld = (groupId: string, deviceNumber: number) =>
        loadedAt - (known.get(keyOf(groupId, deviceNumber))?.loadedAt ?? Number.NEGATIVE_INFINITY) > maxAgeMs
      const groups = [...groupIds]
      const devices = [...deviceNumbers].filter((number) => groups.some((groupId) => isOld(groupId, number)))
      if (devices.length === 0) return
      const members = await queries.listMembers(db, groups, devices)
      if (known.size > maxCached) known.clear()
      for (const groupId of groups) {
        for (const number of devices) known.set(keyOf(groupId, number), { isMember: false, loadedAt })
      }
      for (const { groupId, deviceNumber } of members) {
        known.set(keyOf(groupId, deviceNumber), { isMember: true, loadedAt })
      }
    },
    has: (groupId, deviceNumber) => known.get(keyOf(groupId, deviceNumber))?.isMember === true,
  }
}
