// Evaluates rules on stored locations of some devices, and collects what to write.

import { LRUCache } from 'lru-cache'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import type { Db } from '../../platform/db/db.ts'
import { upTo } from '../../platform/lru.ts'
import type { Span } from '../../platform/observability/tracing.ts'
import { beginSpan, endSpan, traceparentOf } from '../../platform/observability/tracing.ts'
import { startEscalations } from '../escalation/start.api.ts'
import { notifyOf } from '../notifications/notification.api.ts'
import type { NewAlert } from './judge.queries.ts'
import * as queries from './judge.queries.ts'
import type { Meter } from './judge-meter.ts'
import { OverBudgetError } from './judge-meter.ts'
import { ruleSet } from './rulebook.ts'
import { coordinatesOf, explain } from './rules/explain.ts'
import type { FixRow } from './rules/fix.ts'
import { fixOf } from './rules/fix.ts'
import type { Fix } from './rules/kind.types.ts'
import type { Rulebook, RuleSet } from './rules/rulebook.types.ts'
import type { Found, Followed as Judged, Last, Raised, Remembered } from './rules/track.ts'
import {
  blank,
  causeOf,
  follow,
  reconcile,
  rewindFromMs,
  rewindMs,
  rewound,
  toRaised,
} from './rules/track.ts'

/** A newly stored location. */
export interface Stored extends FixRow {
  accountId: number
  deviceNumber: number
  fingerprint: number
}

/** The span of a traced device: its alerts continue the trace. */
export type TraceOf = (deviceNumber: number) => Span | undefined

/** The cached state of a device between two batches. */
export interface Followed extends Last {
  accountId: number
  deviceNumber: number
  remembered: Remembered
  before: Fix | undefined
}

export type DeviceStates = LRUCache<number, Followed>

const maxDevices = 500_000
/** Detected later than this, no notification is sent. */
const lateMs = 1_800_000
/** A late location is evaluated only by urgent rules if more locations than this would have to be evaluated again. */
const maxRewound = 20_000
/** In one transaction. */
export const maxAlertsAtOnce = 500

export function createDeviceStates(max = maxDevices): DeviceStates {
  return new LRUCache<number, Followed>(upTo(max))
}

/** When the locations are evaluated, if that is not when they were received. */
export interface Detection {
  /** Notifications of restored locations were sent before the loss. */
  isRestored: boolean
  atMs: number
}

export interface Outcome {
  alerts: NewAlert[]
  moved: { from: string; to: NewAlert }[]
  withdrawn: { accountId: number; deviceNumber: number; cause: string }[]
  /** The new states of all judged devices. */
  followed: Followed[]
  /** Those with a changed rule memory. */
  changed: Followed[]
}

interface AccountJudging {
  book: Rulebook
  devices: DeviceStates
  meter: Meter
  detection: Detection | undefined
  /** More at once would take the database too long. */
  maxAlerts: number
}

/** Judges the locations of one account. Writes nothing, so that the outcome can be dropped. */
export async function judgeAccount(
  db: Db,
  { book, devices, meter, detection, maxAlerts }: AccountJudging,
  stored: Stored[],
  nowMs: number,
): Promise<Outcome> {
  const outcome: Outcome = { alerts: [], moved: [], withdrawn: [], followed: [], changed: [] }
  const tracks = groupByDevice(stored, book, nowMs)
  await meter.uncounted(() => recall(db, devices, tracks))
  for (const track of tracks) {
    const before = devices.get(track.deviceNumber)!
    const after = await judgeTrack(db, book, before, track, { outcome, meter, detection })
    if (outcome.alerts.length > maxAlerts) throw new OverBudgetError()
    outcome.followed.push(after)
    if (after.remembered !== before.remembered) outcome.changed.push(after)
  }
  meter.end()
  return outcome
}

interface Track {
  accountId: number
  deviceNumber: number
  /** Ordered by the time of the fix. */
  fixes: Fix[]
}

function groupByDevice(stored: Stored[], book: Rulebook, nowMs: number): Track[] {
  const tracks = new Map<number, Stored[]>()
  for (const one of stored) {
    if (book.isExpired(one.deviceNumber, nowMs)) continue
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
async function recall(db: Db, devices: DeviceStates, tracks: Track[]): Promise<void> {
  const uncached = tracks.filter(({ deviceNumber }) => !devices.has(deviceNumber))
  if (uncached.length === 0) return
  const fixesOf = new Map(uncached.map(({ deviceNumber, fixes }) => [deviceNumber, fixes]))
  for (const recalled of await queries.recall(db, uncached)) {
    const { accountId, deviceNumber, memories, before } = recalled
    const remembered = memories ?? blank
    devices.set(deviceNumber, {
      ...{ accountId, deviceNumber, remembered, before },
      ...lastOf(recalled, fixesOf.get(deviceNumber)!),
    })
  }
}

/** More are stored than are new: the new ones are late. */
function lastOf(
  { newestMs, newestStatusMs, stored, storedStatuses, before }: queries.Recalled,
  fixes: Fix[],
): Last {
  const newLocations = fixes.filter(({ isStatus }) => !isStatus).length
  const beforeMs = before?.atMs ?? 0
  const lastLocationMs = stored > newLocations ? (newestMs ?? 0) : beforeMs
  const isLate = stored + storedStatuses > fixes.length
  return { lastLocationMs, lastMs: isLate ? Math.max(newestMs ?? 0, newestStatusMs ?? 0) : beforeMs }
}

interface Judging {
  outcome: Outcome
  meter: Meter
  detection: Detection | undefined
}

async function judgeTrack(
  db: Db,
  book: Rulebook,
  device: Followed,
  { deviceNumber, fixes }: Track,
  { outcome, meter, detection }: Judging,
): Promise<Followed> {
  const rules = book.rulesFor(deviceNumber)
  const newestMs = Math.max(device.lastMs, fixes.at(-1)!.atMs)
  const alertOf = (one: Found) => toAlert(device, one, detection)
  if (fixes[0]!.atMs > device.lastMs) {
    const { found, ...after } = await followPaced(meter, book, rules, device, fixes)
    outcome.alerts.push(...found.map(alertOf))
    return { ...device, ...after, lastMs: newestMs }
  }
  // Fresh locations are judged even before a fix from the future: that would silence the rules for a day.
  // Late is what a newer location precedes: heartbeats precede what a tracker has buffered.
  const isInTime = ({ atMs, receivedAtMs }: Fix) =>
    atMs > device.lastLocationMs - rewindMs || receivedAtMs - atMs < rewindMs
  const inTime = fixes.filter(isInTime)
  const tooLate = fixes.filter((fix) => !isInTime(fix))
  if (tooLate.length > 0) await judgeUrgent(tooLate)
  if (inTime.length === 0) return device
  const fromMs = rewindFromMs(device.remembered, inTime[0]!.atMs, device)
  const { track, before: beforeIt } = await meter.uncounted(() =>
    queries.readTrack(db, device, fromMs, maxRewound + 1),
  )
  if (track.length > maxRewound) {
    await judgeUrgent(inTime)
    return device
  }
  const { kept, undone } = rewound(device.remembered, fromMs)
  const from = { remembered: kept, before: beforeIt, lastLocationMs: device.lastLocationMs }
  const { found, ...after } = await followPaced(meter, book, rules, from, track)
  const { fresh, moved, withdrawn } = reconcile(undone, found)
  outcome.alerts.push(...fresh.map(alertOf))
  outcome.moved.push(...moved.map(({ from, to }) => ({ from: causeOf(from), to: alertOf(to) })))
  outcome.withdrawn.push(...withdrawn.map((one) => toCause(device, one)))
  return { ...device, ...after, lastMs: newestMs }

  /** Late locations are not judged again, except by urgent rules: an SOS is never lost. */
  async function judgeUrgent(late: Fix[]): Promise<void> {
    const urgent = ruleSet(rules.all.filter(({ kind }) => kind.isUrgent))
    const nothing = { remembered: blank, before: undefined, lastLocationMs: 0 }
    const { found } = await followPaced(meter, book, urgent, nothing, late)
    outcome.alerts.push(...found.map(alertOf))
  }
}

const maxPerSlice = 512

/** As follow(), in slices that adapt to the cost of a location. */
async function followPaced(
  meter: Meter,
  book: Rulebook,
  rules: RuleSet,
  device: Pick<Followed, 'remembered' | 'before' | 'lastLocationMs'>,
  fixes: readonly Fix[],
): Promise<Judged> {
  const { remembered, before, lastLocationMs } = device
  let judged: Judged = { remembered, before, lastLocationMs, found: [] }
  let size = 1
  for (let from = 0; from < fixes.length; ) {
    const slice = fixes.slice(from, from + size)
    from += size
    const next = follow(book, rules, judged.remembered, judged.before, slice, judged.lastLocationMs)
    judged = { ...next, found: judged.found.length > 0 ? [...judged.found, ...next.found] : next.found }
    const pause = meter.pace()
    size = pause ? Math.ceil(size / 4) : Math.min(size * 2, maxPerSlice)
    if (pause) await pause
  }
  return judged
}

/** Returns the kinds of the raised alerts. */
export async function writeOutcome(
  ctx: Pick<Context, 'now'>,
  db: Db,
  { alerts, moved, withdrawn, changed }: Omit<Outcome, 'followed'>,
  traceOf: TraceOf = () => undefined,
): Promise<string[]> {
  if (changed.length > 0) await queries.keepMemories(db, changed)
  if (withdrawn.length > 0) await queries.withdrawAlerts(db, withdrawn, ctx.now())
  if (moved.length > 0) await queries.moveAlerts(db, moved)
  if (alerts.length === 0) return []
  const raised = await queries.insertAlerts(db, alerts, ctx.now())
  const byCause = new Map(alerts.map((alert) => [keyOf(alert), alert]))
  const spans = new Map<number, Span>()
  const toNotify = raised
    .filter((alert) => byCause.get(keyOf(alert))?.shouldNotify)
    .map((alert) => {
      const attributes = { 'rastro.alert.kind': byCause.get(keyOf(alert))!.explanation.rule.type }
      const span = beginSpan(traceOf(alert.deviceNumber), 'alert', { attributes })
      if (span) spans.set(alert.alertNumber, span)
      return { ...alert, topic: `rule:${alert.ruleNumber}`, traceparent: span && traceparentOf(span) }
    })
  await notifyOf({ db, now: ctx.now }, toNotify)
  await startEscalations({ db, now: ctx.now }, toNotify)
  for (const span of spans.values()) endSpan(span)
  return raised.map((alert) => byCause.get(keyOf(alert))!.explanation.rule.type)
}

function keyOf({ deviceNumber, cause }: { deviceNumber: number; cause: string }): string {
  return `${deviceNumber} ${cause}`
}

/** A shorter delay is as usual. */
const minDelaySeconds = 10

function toAlert(
  { accountId, deviceNumber }: Followed,
  found: Found,
  detection: Detection | undefined,
): NewAlert {
  const { rule, finding, fix } = found
  const detectedMs = detection?.atMs ?? fix.receivedAtMs
  const late = detectedMs - finding.atMs > lateMs
  const isUrgent = rule.kind.isUrgent === true && !detection?.isRestored
  const waitedSeconds = detection ? Math.round((detection.atMs - fix.receivedAtMs) / 1_000) : 0
  const isDelayed = !detection?.isRestored && waitedSeconds >= minDelaySeconds
  return {
    accountId,
    deviceNumber,
    id: newId('alt'),
    ruleNumber: rule.number,
    name: rule.kind.alertName(rule.settings as never),
    severity: rule.severity,
    text: finding.summary,
    atMs: finding.atMs,
    coordinates: coordinatesOf(found),
    cause: causeOf(toRaised(found)),
    late,
    delayedSeconds: isDelayed ? waitedSeconds : null,
    shouldNotify: !late || isUrgent,
    explanation: explain(found),
  }
}

function toCause({ accountId, deviceNumber }: Followed, raised: Raised) {
  return { accountId, deviceNumber, cause: causeOf(raised) }
}
