// Which devices are in which groups, asked again every few seconds and only about devices that something happened to.

import type { Context } from '../../platform/context.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import * as queries from './membership.queries.ts'

/** Who loses a device stops seeing it within 5 s. */
const askAgainAfterMs = 2_500
const maxRemembered = 200_000

export interface Membership {
  /** Makes sure that `has` knows about these. */
  learn(groupIds: ReadonlySet<string>, deviceNumbers: ReadonlySet<number>): Promise<void>
  has(groupId: string, deviceNumber: number): boolean
}

export function createMembership(ctx: Pick<Context, 'db'>, accountId: number): Membership {
  const db: AccountDb = ctx.db.forAccount(accountId)
  const known = new Map<string, { isMember: boolean; askedAt: number }>()
  const keyOf = (groupId: string, deviceNumber: number) => `${groupId} ${deviceNumber}`

  return {
    async learn(groupIds, deviceNumbers) {
      const askedAt = performance.now()
      const isOld = (groupId: string, deviceNumber: number) =>
        askedAt - (known.get(keyOf(groupId, deviceNumber))?.askedAt ?? Number.NEGATIVE_INFINITY) >
        askAgainAfterMs
      const groups = [...groupIds]
      const devices = [...deviceNumbers].filter((number) => groups.some((groupId) => isOld(groupId, number)))
      if (devices.length === 0) return
      const members = await queries.listMembers(db, groups, devices)
      if (known.size > maxRemembered) known.clear()
      for (const groupId of groups) {
        for (const number of devices) known.set(keyOf(groupId, number), { isMember: false, askedAt })
      }
      for (const { groupId, deviceNumber } of members) {
        known.set(keyOf(groupId, deviceNumber), { isMember: true, askedAt })
      }
    },
    has: (groupId, deviceNumber) => known.get(keyOf(groupId, deviceNumber))?.isMember === true,
  }
}
