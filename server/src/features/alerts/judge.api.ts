// Judges what the recorder stores, in the recorder's own transaction: what is stored was judged, once.
// One recorder at a time judges a partition of the log. It remembers what the rules remember of each device, and forgets
// it when another recorder was at the partition meanwhile.

import { LRUCache } from 'lru-cache'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import type { Db } from '../../platform/db/db.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { Span } from '../../platform/observability/tracing.ts'
import { beginSpan, endSpan, traceparentOf } from '../../platform/observability/tracing.ts'
import { notifyOf } from '../notifications/notification.api.ts'
import type { NewAlert } from './judge.queries.ts'
import * as queries from './judge.queries.ts'
import { createRulebooks, ruleSet } from './rulebook.ts'
import { explain } from './rules/explain.ts'
import type { FixRow } from './rules/fix.ts'
import { fixOf } from './rules/fix.ts'
import type { Fix } from './rules/kind.types.ts'
import type { Rulebook } from './rules/rulebook.types.ts'
import type { Found, Raised, Remembered } from './rules/track.ts'
import { blank, causeOf, follow, reconcile, rewindMs, rewound, toRaised } from './rules/track.ts'

/** A location that was new to the store. */
export interface Stored extends FixRow {
  accountId: number
  deviceNumber: number
  fingerprint: number
}

export interface Judge {
  /** Those of the accounts that have rules which locations decide. */
  booksOf(accountIds: Iterable<number>): Promise<Map<number, Rulebook>>
  /** Within the transaction, before anything is stored: whoever else judges this partition waits. */
  begin(db: Db, partition: number): Promise<void>
  /** What must be done once the transaction is committed. Without it, nothing was remembered. */
  judge(
    db: Db,
    partition: number,
    books: Map<number, Rulebook>,
    stored: Stored[],
    traceOf?: TraceOf,
  ): Promise<() => void>
  stop(): void
}

/** What judges a device, where that is traced: its alerts go on with it. */
type TraceOf = (deviceNumber: number) => Span | undefined

/** What is known of a device between two batches. */
interface Followed {
  accountId: number
  deviceNumber: number
  remembered: Remembered
  before: Fix | undefined
  lastMs: number
}

const maxDevices = 500_000
/** Nobody is woken by what happened so long before we heard of it. */
const lateMs = 1_800_000

type Needs = Pick<Context, 'db' | 'log' | 'now'>

/** What is replayed was judged before, in a database that is no more, and whoever was to be told of it was told. */
export function createJudge(ctx: Needs, { isReplay = false } = {}): Judge {
  const holder = newId('rec')
  const books = createRulebooks(ctx)
  /** One for each partition: a device may move to another, and what is known of it there is not known here. */
  const known = new Map<number, LRUCache<number, Followed>>()

  function knownOf(partition: number): LRUCache<number, Followed> {
    const devices = known.get(partition) ?? new LRUCache<number, Followed>({ max: maxDevices })
    known.set(partition, devices)
    return devices
  }

  return {
    booksOf: (accountIds) => books.of(accountIds),
    begin: (db, partition) => queries.lockPartition(db, partition),
    async judge(db, partition, books, stored, traceOf) {
      if ((await queries.findHolder(db, partition)) !== holder) {
        known.delete(partition)
        await queries.setHolder(db, partition, holder)
      }
      const devices = knownOf(partition)
      const tracks = groupByDevice(stored, books, ctx.now().getTime())
      await recall(db, devices, tracks)
      const changed: Followed[] = []
      const heardAgainMs = isReplay ? ctx.now().getTime() : undefined
      const outcome: Outcome = { alerts: [], moved: [], withdrawn: [], heardAgainMs }
      const followed: Followed[] = []
      for (const track of tracks) {
        const before = devices.get(track.deviceNumber)!
        const after = await judgeTrack(db, books.get(track.accountId)!, before, track, outcome)
        followed.push(after)
        if (after.remembered !== before.remembered) changed.push(after)
      }
      if (changed.length > 0) await queries.keepMemories(db, changed)
      const raised = await write(ctx, db, outcome, traceOf)
      return () => {
        for (const kind of raised) metrics.alerts.inc({ kind })
        for (const one of followed) devices.set(one.deviceNumber, one)
      }
    },
    stop: () => books.stop(),
  }
}

interface Track {
  accountId: number
  deviceNumber: number
  /** In the order of their own times. */
  fixes: Fix[]
}

function groupByDevice(stored: Stored[], books: Map<number, Rulebook>, nowMs: number): Track[] {
  const tracks = new Map<number, Stored[]>()
  for (const one of stored) {
    const book = books.get(one.accountId)
    if (!book || book.isExpired(one.deviceNumber, nowMs)) continue
    const of = tracks.get(one.deviceNumber)
    if (of) of.push(one)
    else tracks.set(one.deviceNumber, [one])
  }
  return [...tracks.values()].map((rows) => ({
    accountId: rows[0]!.accountId,
    deviceNumber: rows[0]!.deviceNumber,
    fixes: rows
      .sort((one, other) => one.fixedMs - other.fixedMs || one.fingerprint - other.fingerprint)
      .filter((one, index) => !isRepeat(rows[index - 1], one))
      .map(fixOf),
  }))
}

/** The same row twice in one batch. */
function isRepeat(before: Stored | undefined, { fixedMs, fingerprint }: Stored): boolean {
  return before?.fixedMs === fixedMs && before.fingerprint === fingerprint
}

/** Reads what the rules remember of devices that were not judged here before. */
async function recall(db: Db, devices: LRUCache<number, Followed>, tracks: Track[]): Promise<void> {
  const strange = tracks.filter(({ deviceNumber }) => !devices.has(deviceNumber))
  if (strange.length === 0) return
  const fixesOf = new Map(strange.map(({ deviceNumber, fixes }) => [deviceNumber, fixes]))
  for (const { accountId, deviceNumber, memories, newestMs, stored, before } of await queries.recall(
    db,
    strange,
  )) {
    const remembered = memories ?? blank
    // Others among the new ones, judged elsewhere: the new ones come late.
    const isLate = stored > fixesOf.get(deviceNumber)!.length
    const lastMs = isLate ? (newestMs ?? 0) : (before?.atMs ?? 0)
    devices.set(deviceNumber, { accountId, deviceNumber, remembered, before, lastMs })
  }
}

async function judgeTrack(
  db: Db,
  book: Rulebook,
  device: Followed,
  { deviceNumber, fixes }: Track,
  outcome: Outcome,
): Promise<Followed> {
  const rules = book.rulesFor(deviceNumber)
  const newestMs = Math.max(device.lastMs, fixes.at(-1)!.atMs)
  if (fixes[0]!.atMs > device.lastMs) {
    const { remembered, found, before } = follow(book, rules, device.remembered, device.before, fixes)
    outcome.alerts.push(...found.map((one) => toAlert(device, one, outcome.heardAgainMs)))
    return { ...device, remembered, before, lastMs: newestMs }
  }
  // What comes fresh is judged also behind one whose clock ran ahead: that one would silence the rules for a day.
  const isInTime = ({ atMs, receivedAtMs }: Fix) =>
    atMs > device.lastMs - rewindMs || receivedAtMs - atMs < rewindMs
  const inTime = fixes.filter(isInTime)
  const tooLate = fixes.filter((fix) => !isInTime(fix))
  if (tooLate.length > 0) {
    // History is not judged again for these, but nobody's cry for help is lost.
    const urgent = ruleSet(rules.all.filter(({ kind }) => kind.isUrgent))
    const { found } = follow(book, urgent, blank, undefined, tooLate)
    outcome.alerts.push(...found.map((one) => toAlert(device, one, outcome.heardAgainMs)))
  }
  if (inTime.length === 0) return device
  const fromMs = inTime[0]!.atMs
  const { track, before: beforeIt } = await queries.readTrack(db, device, fromMs)
  const { kept, undone } = rewound(device.remembered, fromMs)
  const { remembered, found, before } = follow(book, rules, kept, beforeIt, track)
  const { fresh, moved, withdrawn } = reconcile(undone, found)
  outcome.alerts.push(...fresh.map((one) => toAlert(device, one, outcome.heardAgainMs)))
  outcome.moved.push(
    ...moved.map(({ from, to }) => ({ from: causeOf(from), to: toAlert(device, to, outcome.heardAgainMs) })),
  )
  outcome.withdrawn.push(...withdrawn.map((one) => toCause(device, one)))
  return { ...device, remembered, before, lastMs: newestMs }
}

interface Outcome {
  alerts: NewAlert[]
  moved: { from: string; to: NewAlert }[]
  withdrawn: { accountId: number; deviceNumber: number; cause: string }[]
  /** When what is replayed came again. */
  heardAgainMs: number | undefined
}

/** Returns the kinds of those that were raised. */
async function write(
  ctx: Pick<Context, 'now'>,
  db: Db,
  { alerts, moved, withdrawn }: Outcome,
  traceOf: TraceOf = () => undefined,
): Promise<string[]> {
  if (withdrawn.length > 0) await queries.withdrawAlerts(db, withdrawn, ctx.now())
  if (moved.length > 0) await queries.moveAlerts(db, moved)
  if (alerts.length === 0) return []
  const raised = await queries.insertAlerts(db, alerts, ctx.now())
  const byCause = new Map(alerts.map((alert) => [keyOf(alert), alert]))
  const spans = new Map<number, Span>()
  const told = raised
    .filter((alert) => byCause.get(keyOf(alert))?.isTold)
    .map((alert) => {
      const attributes = { 'rastro.alert.kind': byCause.get(keyOf(alert))!.explanation.rule.kind }
      const span = beginSpan(traceOf(alert.deviceNumber), 'alert', { attributes })
      if (span) spans.set(alert.alertNumber, span)
      return { ...alert, topic: `rule:${alert.ruleNumber}`, traceparent: span && traceparentOf(span) }
    })
  await notifyOf({ db, now: ctx.now }, told)
  for (const span of spans.values()) endSpan(span)
  return raised.map((alert) => byCause.get(keyOf(alert))!.explanation.rule.kind)
}

function keyOf({ deviceNumber, cause }: { deviceNumber: number; cause: string }): string {
  return `${deviceNumber} ${cause}`
}

function toAlert(
  { accountId, deviceNumber }: Followed,
  found: Found,
  heardAgainMs: number | undefined,
): NewAlert {
  const { rule, happening, fix } = found
  const late = (heardAgainMs ?? fix.receivedAtMs) - happening.atMs > lateMs
  const isUrgent = rule.kind.isUrgent === true && heardAgainMs === undefined
  return {
    accountId,
    deviceNumber,
    id: newId('alt'),
    ruleNumber: rule.number,
    name: rule.kind.alertName(rule.settings as never),
    severity: rule.severity,
    text: happening.says,
    atMs: happening.atMs,
    place: happening.place,
    cause: causeOf(toRaised(found)),
    late,
    isTold: !late || isUrgent,
    explanation: explain(found),
  }
}

function toCause({ accountId, deviceNumber }: Followed, raised: Raised) {
  return { accountId, deviceNumber, cause: causeOf(raised) }
}
