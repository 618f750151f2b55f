// Records which events were removed from the event log of one account, so that its readers notice the gap and those of
// other accounts do not. The records are messages of the log itself: if one is discarded, so is everything before it.

import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream'

export interface EventFloors {
  /** Returns the sequence from which on the log is complete, for an account or for all, given that of its first message. */
  read(accountId?: number): Promise<(firstSequence: number) => number>
  /** The account lacks messages before the floor. */
  setAccount(accountId: number, floor: number): Promise<void>
  /**
   * Nobody else lacks messages from `complete` on, although the log begins later, at `first`. If it begins even later,
   * it has discarded messages of everybody.
   */
  setCommon(complete: number, first: number): Promise<void>
}

const common = 'common'

export function createEventFloors(
  manager: JetStreamManager,
  client: JetStreamClient,
  { name, subjectPrefix }: { name: string; subjectPrefix: string },
): EventFloors {
  const get = async (key: string | number) => {
    const found = await manager.streams.getMessage(name, { last_by_subj: `${subjectPrefix}.${key}` })
    return found?.string()
  }
  const set = async (key: string | number, text: string) => {
    await client.publish(`${subjectPrefix}.${key}`, text)
  }
  return {
    async read(accountId) {
      const [ofAll = '0 0', ofAccount] = await Promise.all([
        get(common),
        accountId === undefined ? undefined : get(accountId),
      ])
      const [complete = 0, first = 0] = ofAll.split(' ').map(Number)
      return (firstSequence) =>
        Math.max(firstSequence <= first ? complete : firstSequence, Number(ofAccount ?? 0))
    },
    setAccount: (accountId, floor) => set(accountId, String(floor)),
    setCommon: (complete, first) => set(common, `${complete} ${first}`),
  }
}
