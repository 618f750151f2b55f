// Keeps the promised retention of the event log for every account: if the log becomes full before, the account that
// occupies the largest part loses its own oldest events, instead of all accounts losing theirs. See decision 52.

import type { JetStreamManager, StreamState } from '@nats-io/jetstream'
import type { Config } from '../../config/config.ts'
import type { Log } from '../observability/log.ts'
import { metrics } from '../observability/metrics.ts'
import type { EventFloors } from './event-floors.ts'

export interface EventRelief {
  /** Call it with the size of each appended message. */
  count(bytes: number): Promise<void>
}

interface EventStream {
  manager: JetStreamManager
  name: string
  subjectPrefix: string
  promisedMs: number
}

const relieveAbove = 0.8
const checkEveryMs = 10_000
/** A check per this part of the log: far less than the room above the threshold. */
const checkEveryPart = 0.02
/** The bytes of each account are estimated from a sample of the log. */
const samples = 32
/** An account with less than this part of the log is never the cause. */
const minPart = 0.1
/** How much of the account's messages is removed at a time. */
const removedPart = 0.25

interface Sample {
  accountId: number
  sequence: number
  bytes: number
}

interface OfAccount {
  accountId: number
  ofAccount: Sample[]
}

export function createEventRelief(
  config: Config['bus'],
  log: Log,
  { manager, name, subjectPrefix, promisedMs }: EventStream,
  floors: EventFloors,
): EventRelief {
  const maxBytes = config.eventLogMaxMb * 1024 ** 2
  let checkedAtMs = Number.NEGATIVE_INFINITY
  let uncheckedBytes = 0
  let relieving: Promise<void> | undefined

  async function relieve(): Promise<void> {
    const { state } = await manager.streams.info(name)
    const isPromised = Date.now() - new Date(state.first_ts).getTime() < promisedMs
    if (state.bytes < maxBytes * relieveAbove || !isPromised) return
    const heaviest = await findHeaviest(state)
    if (!heaviest) return
    const { accountId, ofAccount } = heaviest
    const floor = ofAccount[Math.ceil(ofAccount.length * removedPart)]?.sequence ?? state.last_seq
    const complete = (await floors.read())(state.first_seq)
    // Before the removal: a reader must not mistake removed events for events that never were.
    await floors.setAccount(accountId, floor)
    await floors.setCommon(complete, floor)
    const removed = { filter: `${subjectPrefix}.${accountId}.>`, seq: floor }
    const { purged } = await manager.streams.purge(name, removed)
    await floors.setCommon(complete, (await manager.streams.info(name)).state.first_seq)
    metrics.eventsRemoved.inc(purged)
    log.warn(
      { accountId, purged },
      'the event log is short of room, the oldest events of an account were removed',
    )
  }

  async function findHeaviest(state: StreamState): Promise<OfAccount | undefined> {
    const byBytes = [...Map.groupBy(await sample(state), ({ accountId }) => accountId)]
      .map(([accountId, ofAccount]) => ({ accountId, ofAccount }))
      .sort((one, other) => sumOf(other.ofAccount) - sumOf(one.ofAccount))
    for (const one of byBytes) {
      // A sample of many small messages may miss the few large ones that occupy the log.
      if ((await estimateBytes(one)) >= state.bytes * minPart) return one
    }
    return undefined
  }

  async function estimateBytes({ accountId, ofAccount }: OfAccount): Promise<number> {
    const { state } = await manager.streams.info(name, { subjects_filter: `${subjectPrefix}.${accountId}.>` })
    const messages = Object.values(state.subjects ?? {}).reduce((sum, count) => sum + count, 0)
    return (messages * sumOf(ofAccount)) / ofAccount.length
  }

  /** Evenly over the newest sequences, as many as there are messages: removed ones leave gaps among the older ones. */
  async function sample({ messages, first_seq, last_seq }: StreamState): Promise<Sample[]> {
    const from = Math.max(first_seq, last_seq - messages + 1)
    const step = Math.max(1, (last_seq - from) / samples)
    const sequences = Array.from({ length: samples }, (_, index) => Math.floor(from + index * step))
    const found = await Promise.all(
      sequences
        .filter((sequence) => sequence <= last_seq)
        .map((seq) => {
          const next = { seq, next_by_subj: `${subjectPrefix}.>` }
          return manager.streams.getMessage(name, next)
        }),
    )
    const bySequence = new Map<number, Sample>()
    for (const message of found) {
      if (!message) continue
      const accountId = Number(message.subject.slice(subjectPrefix.length + 1).split('.', 1)[0])
      bySequence.set(message.seq, { accountId, sequence: message.seq, bytes: message.data.length })
    }
    return [...bySequence.values()]
  }

  return {
    async count(bytes) {
      uncheckedBytes += bytes
      const isDue =
        uncheckedBytes > maxBytes * checkEveryPart || performance.now() - checkedAtMs > checkEveryMs
      if (!isDue) return
      uncheckedBytes = 0
      checkedAtMs = performance.now()
      relieving ??= relieve()
        .catch((error) => log.warn({ err: error }, 'the event log was not relieved'))
        .finally(() => {
          relieving = undefined
        })
      await relieving
    },
  }
}

function sumOf(sampled: Sample[]): number {
  return sampled.reduce((sum, { bytes }) => sum + bytes, 0)
}
