// Looks into a partitioned log beside those who take from it: where it stands, and what it holds, taken or not.

import type { ConsumerInfo, JetStreamClient, JetStreamManager } from '@nats-io/jetstream'
import { AckPolicy, DeliverPolicy, ReplayPolicy } from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import { UnavailableError } from './errors.ts'

export interface LogPosition {
  readonly stream: string
  /** Tells this log from one that was made anew: its numbers begin anew too. */
  readonly createdAt: string
  /** Of the oldest message that is left. */
  readonly firstSequence: number
  readonly lastSequence: number
  /** All up to here is done with: acknowledged by whoever takes it. */
  readonly doneSequence: number
  /** For each partition, up to where messages were given out to be worked on. */
  readonly givenSequences: ReadonlyMap<number, number>
  /** Somebody waits for messages now. */
  readonly isTaken: boolean
}

export interface PlacedMessage {
  readonly stream: string
  readonly partition: number
  readonly sequence: number
  readonly loggedAt: Date
  readonly bytes: Uint8Array
}

export type LogPlace = { sequence: number } | { at: Date }

const readTimeoutMs = 10_000

export async function getLogPosition(
  manager: JetStreamManager,
  name: string,
  durablePrefix: string,
): Promise<LogPosition> {
  // First the log, then who takes from it: whoever has nothing left has then all of it.
  const { state, created } = await manager.streams.info(name)
  const { first_seq: firstSequence, last_seq: lastSequence } = state
  const takers: ConsumerInfo[] = []
  for await (const info of manager.consumers.list(name)) {
    if (info.name.startsWith(durablePrefix)) takers.push(info)
  }
  const doneOf = ({ num_pending, num_ack_pending, ack_floor }: ConsumerInfo) =>
    num_pending + num_ack_pending === 0 ? lastSequence : ack_floor.stream_seq
  return {
    stream: name,
    createdAt: new Date(created).toISOString(),
    firstSequence,
    lastSequence,
    doneSequence: takers.length === 0 ? 0 : Math.min(...takers.map(doneOf)),
    givenSequences: new Map(
      takers.map(({ name, delivered }) => [Number(name.slice(durablePrefix.length)), delivered.stream_seq]),
    ),
    // Not by what waits for an acknowledgement: whoever died still owes his.
    isTaken: takers.some(({ num_waiting }) => num_waiting > 0),
  }
}

/** Each stretch has a reader of its own, so that a server that starts anew meanwhile is only asked again. */
export async function readLog(
  manager: JetStreamManager,
  client: JetStreamClient,
  name: string,
  from: LogPlace,
  most: number,
): Promise<PlacedMessage[]> {
  const start =
    'sequence' in from
      ? { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: Math.max(1, from.sequence) }
      : { deliver_policy: DeliverPolicy.StartTime, opt_start_time: from.at.toISOString() }
  const reader = await manager.consumers.add(name, {
    ...start,
    replay_policy: ReplayPolicy.Instant,
    ack_policy: AckPolicy.None,
    mem_storage: true,
    num_replicas: 1,
    inactive_threshold: nanos(readTimeoutMs * 2),
  })
  try {
    const messages: PlacedMessage[] = []
    const wanted = Math.min(most, reader.num_pending)
    if (wanted === 0) return messages
    const consumer = client.consumers.getConsumerFromInfo(reader)
    for await (const message of await consumer.fetch({ max_messages: wanted, expires: readTimeoutMs })) {
      const partition = Number(message.subject.slice(message.subject.lastIndexOf('.') + 1))
      const { seq: sequence, time: loggedAt, data: bytes } = message
      messages.push({ stream: name, partition, sequence, loggedAt, bytes })
    }
    // What is there and does not come is no end of the log.
    if (messages.length === 0) throw new UnavailableError()
    return messages
  } finally {
    void manager.consumers.delete(name, reader.name).catch(() => {})
  }
}
