// Inspects a partitioned log without disturbing its consumers: its state, and its messages, consumed or not.

import type { ConsumerInfo, JetStreamClient, JetStreamManager } from '@nats-io/jetstream'
import { DeliverPolicy } from '@nats-io/jetstream'
import { UnavailableError } from '../http/errors.ts'
import { readChunk } from './streams.ts'

export interface LogState {
  readonly stream: string
  /** Distinguishes this log from a recreated one, whose sequence starts over. */
  readonly createdAt: string
  /** Of the oldest message retained. */
  readonly firstSequence: number
  readonly lastSequence: number
  /** Everything up to here is acknowledged. */
  readonly doneSequence: number
  /** For each partition, the sequence up to which messages were delivered. */
  readonly givenSequences: ReadonlyMap<number, number>
  /** A consumer is waiting for messages now. */
  readonly isConsumed: boolean
}

export interface LoggedMessage {
  readonly stream: string
  readonly partition: number
  readonly sequence: number
  readonly loggedAt: Date
  readonly bytes: Uint8Array
}

/** Where to start reading. */
export type LogStart = { sequence: number } | { at: Date }

export async function getLogState(
  manager: JetStreamManager,
  name: string,
  durablePrefix: string,
): Promise<LogState> {
  // The log before its consumers: a consumer with nothing pending has then consumed everything counted here.
  const { state, created } = await manager.streams.info(name)
  const { first_seq: firstSequence, last_seq: lastSequence } = state
  const consumers: ConsumerInfo[] = []
  for await (const info of manager.consumers.list(name)) {
    if (info.name.startsWith(durablePrefix)) consumers.push(info)
  }
  const doneOf = ({ num_pending, num_ack_pending, ack_floor }: ConsumerInfo) =>
    num_pending + num_ack_pending === 0 ? lastSequence : ack_floor.stream_seq
  return {
    stream: name,
    createdAt: new Date(created).toISOString(),
    firstSequence,
    lastSequence,
    doneSequence: consumers.length === 0 ? 0 : Math.min(...consumers.map(doneOf)),
    givenSequences: new Map(
      consumers.map(({ name, delivered }) => [
        Number(name.slice(durablePrefix.length)),
        delivered.stream_seq,
      ]),
    ),
    // Unacknowledged messages do not count: a crashed consumer has some too.
    isConsumed: consumers.some(({ num_waiting }) => num_waiting > 0),
  }
}

export async function readLog(
  manager: JetStreamManager,
  client: JetStreamClient,
  name: string,
  from: LogStart,
  limit: number,
): Promise<LoggedMessage[]> {
  const start =
    'sequence' in from
      ? { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: Math.max(1, from.sequence) }
      : { deliver_policy: DeliverPolicy.StartTime, opt_start_time: from.at.toISOString() }
  const { messages, pending } = await readChunk(manager, client, name, start, limit)
  // Pending messages that were not delivered do not mark the end of the log.
  if (pending > 0 && messages.length === 0) throw new UnavailableError()
  return messages.map(({ subject, seq: sequence, time: loggedAt, data: bytes }) => {
    const partition = Number(subject.slice(subject.lastIndexOf('.') + 1))
    return { stream: name, partition, sequence, loggedAt, bytes }
  })
}

/** When the oldest message that a consumer has not acknowledged was appended. */
export async function findOldestPending(
  manager: JetStreamManager,
  name: string,
  { config, num_pending, num_ack_pending, ack_floor }: ConsumerInfo,
): Promise<Date | undefined> {
  if (num_pending + num_ack_pending === 0) return undefined
  const next = { seq: ack_floor.stream_seq + 1, next_by_subj: config.filter_subject! }
  return (await manager.streams.getMessage(name, next))?.time
}
