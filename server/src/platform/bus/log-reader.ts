// Looks into a partitioned log beside those who take from it: where it stands, and what it holds, taken or not.

import type { ConsumerInfo, JetStreamClient, JetStreamManager } from '@nats-io/jetstream'
import { DeliverPolicy } from '@nats-io/jetstream'
import { UnavailableError } from '../http/errors.ts'
import { readStretch } from './streams.ts'

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
  const { messages, pending } = await readStretch(manager, client, name, start, most)
  // What is there and does not come is no end of the log.
  if (pending > 0 && messages.length === 0) throw new UnavailableError()
  return messages.map(({ subject, seq: sequence, time: loggedAt, data: bytes }) => {
    const partition = Number(subject.slice(subject.lastIndexOf('.') + 1))
    return { stream: name, partition, sequence, loggedAt, bytes }
  })
}
