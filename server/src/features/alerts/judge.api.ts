// Evaluates rules on the locations that the recorder stores, in its transaction, so that each is judged exactly once.
// One recorder at a time judges a partition of the log. It caches the rule memory of each device, and drops the cache
// when another recorder has judged the partition meanwhile.

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

/** A newly stored location. */
export interface Stored extends FixRow {
  accountId: number
  deviceNumber: number
  fingerprint: number
}

export interface Judge {
  /** The rulebooks of accounts that have rules on locations. */
  booksOf(accountIds: Iterable<number>): Promise<Map<number, Rulebook>>
  /** Call it in the transaction before anything is stored: locks the partition against other recorders. */
  begin(db: Db, partition: number): Promise<void>
  /** Returns a function to call after the commit: only then the cache is updated. */
  judge(
    db: Db,
    partition: number,
    books: Map<number, Rulebook>,
    stored: Stored[],
    traceOf?: TraceOf,
  ): Promise<() => void>
  stop(): void
}

/** The span of a traced device: its alerts continue the trace. */
type TraceOf = (deviceNumber: number) => Span | undefined

/** The cached state of a device between two batches. */
interface Followed {
  accountId: number
  deviceNumber: number
  remembered: Remembered
  before: Fix | undefined
  lastMs: number
}

const maxDevices = 500_000
/** Detected later than this, no notification is sent. */
const lateMs = 1_800_000

type Needs = Pick<Context, 'db' | 'log' | 'now'>

/** Restored locations were judged before, in a database that was lost, and their notifications were sent. */
export function createJudge(ctx: Needs, { isRestore = false } = {}): Judge {
  const holder = newId('rec')
  const books = createRulebooks(ctx)
  /** One per partition: a device may move to another partition, which does not share the cache. */
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
      const restoredAtMs = isRestore ? ctx.now().getTime() : undefined
      const outcome: Outcome = { alerts: [], moved: [], withdrawn: [], restoredAtMs }
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
  /** Ordered by the time of the fix. */
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

/** Loads the rule memory of devices that are not cached. */
async function recall(db: Db, devices: LRUCache<number, Followed>, tracks: Track[]): Promise<void> {
  const uncached = tracks.filter(({ deviceNumber }) => !devices.has(deviceNumber))
  if (uncached.length === 0) return
  const fixesOf = new Map(uncached.map(({ deviceNumber, fixes }) => [deviceNumber, fixes]))
  for (const { accountId, deviceNumber, memories, newestMs, stored, before } of await queries.recall(
    db,
    uncached,
  )) {
    const remembered = memories ?? blank
    // More locations are stored than are new: the new ones are late.
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
    outcome.alerts.push(...found.map((one) => toAlert(device, one, outcome.restoredAtMs)))
    return { ...device, remembered, before, lastMs: newestMs }
  }
  // Fresh locations are judged even before a fix from the future: that would silence the rules for a day.
  const isInTime = ({ atMs, receivedAtMs }: Fix) =>
    atMs > device.lastMs - rewindMs || receivedAtMs - atMs < rewindMs
  const inTime = fixes.filter(isInTime)
  const tooLate = fixes.filter((fix) => !isInTime(fix))
  if (tooLate.length > 0) {
    // Late locations are not judged again, except by urgent rules: an SOS is never lost.
    const urgent = ruleSet(rules.all.filter(({ kind }) => kind.isUrgent))
    const { found } = follow(book, urgent, blank, undefined, tooLate)
    outcome.alerts.push(...found.map((one) => toAlert(device, one, outcome.restoredAtMs)))
  }
  if (inTime.length === 0) return device
  const fromMs = inTime[0]!.atMs
  const { track, before: beforeIt } = await queries.readTrack(db, device, fromMs)
  const { kept, undone } = rewound(device.remembered, fromMs)
  const { remembered, found, before } = follow(book, rules, kept, beforeIt, track)
  const { fresh, moved, withdrawn } = reconcile(undone, found)
  outcome.alerts.push(...fresh.map((one) => toAlert(device, one, outcome.restoredAtMs)))
  outcome.moved.push(
    ...moved.map(({ from, to }) => ({ from: causeOf(from), to: toAlert(device, to, outcome.restoredAtMs) })),
  )
  outcome.withdrawn.push(...withdrawn.map((one) => toCause(device, one)))
  return { ...device, remembered, before, lastMs: newestMs }
}

interface Outcome {
  alerts: NewAlert[]
  moved: { from: string; to: NewAlert }[]
  withdrawn: { accountId: number; deviceNumber: number; cause: string }[]
  /** The time of the restore, if the locations are restored. */
  restoredAtMs: number | undefined
}

/** Returns the kinds of the raised alerts. */
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
  const toNotify = raised
    .filter((alert) => byCause.get(keyOf(alert))?.shouldNotify)
    .map((alert) => {
      const attributes = { 'rastro.alert.kind': byCause.get(keyOf(alert))!.explanation.rule.kind }
      const span = beginSpan(traceOf(alert.deviceNumber), 'alert', { attributes })
      if (span) spans.set(alert.alertNumber, span)
      return { ...alert, topic: `rule:${alert.ruleNumber}`, traceparent: span && traceparentOf(span) }
    })
  await notifyOf({ db, now: ctx.now }, toNotify)
  for (const span of spans.values()) endSpan(span)
  return raised.map((alert) => byCause.get(keyOf(alert))!.explanation.rule.kind)
}

function keyOf({ deviceNumber, cause }: { deviceNumber: number; cause: string }): string {
  return `${deviceNumber} ${cause}`
}

function toAlert(
  { accountId, deviceNumber }: Followed,
  found: Found,
  restoredAtMs: number | undefined,
): NewAlert {
  const { rule, finding, fix } = found
  const late = (restoredAtMs ?? fix.receivedAtMs) - finding.atMs > lateMs
  const isUrgent = rule.kind.isUrgent === true && restoredAtMs === undefined
  return {
    accountId,
    deviceNumber,
    id: newId('alt'),
    ruleNumber: rule.number,
    name: rule.kind.alertName(rule.settings as never),
    severity: rule.severity,
    text: finding.summary,
    atMs: finding.atMs,
    coordinates: finding.coordinates,
    cause: causeOf(toRaised(found)),
    late,
    shouldNotify: !late || isUrgent,
    explanation: explain(found),
  }
}

function toCause({ accountId, deviceNumber }: Followed, raised: Raised) {
  return { accountId, deviceNumber, cause: causeOf(raised) }
}
