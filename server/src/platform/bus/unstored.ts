// Counts the bytes of each account in the location log that may not be stored yet, by the time they were appended.

export interface Unstored {
  add(accountId: number, bytes: number): void
  of(accountId: number): number
  /** Everything appended before is stored. */
  release(beforeMs: number): void
}

interface Slot {
  fromMs: number
  /** Of the last bytes in it. */
  untilMs: number
  bytes: number
}

const slotMs = 1_000
const maxSlots = 32

export function createUnstored(): Unstored {
  const slotsOf = new Map<number, Slot[]>()
  return {
    add(accountId, bytes) {
      const nowMs = Date.now()
      const slots = slotsOf.get(accountId) ?? []
      slotsOf.set(accountId, slots)
      const last = slots.at(-1)
      if (last && nowMs - last.fromMs < slotMs) {
        last.bytes += bytes
        last.untilMs = nowMs
        return
      }
      slots.push({ fromMs: nowMs, untilMs: nowMs, bytes })
      // A merged slot counts until its younger half is stored.
      if (slots.length > maxSlots) slots[1]!.bytes += slots.shift()!.bytes
    },
    of: (accountId) => (slotsOf.get(accountId) ?? []).reduce((sum, { bytes }) => sum + bytes, 0),
    release(beforeMs) {
      for (const [accountId, slots] of slotsOf) {
        const left = slots.filter(({ untilMs }) => untilMs >= beforeMs)
        if (left.length > 0) slotsOf.set(accountId, left)
        else slotsOf.delete(accountId)
      }
    },
  }
}
