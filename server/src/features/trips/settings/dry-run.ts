// What changed trip settings would have found in the past. Uses the same detector and locations; writes nothing.

import type { Static } from 'typebox'
import { createDryRunQueue } from '../../../platform/async/dry-run-queue.ts'
import type { Context } from '../../../platform/context.ts'
import type { AccountDb } from '../../../platform/db/db.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { InvalidError, UnprocessableError } from '../../../platform/http/errors.ts'
import { deviceNotFound } from '../../devices/device.api.ts'
import { noMarks } from '../detection/marks.ts'
import { readLayers } from '../device-settings.ts'
import type { SettingsLayer } from '../effective-settings.ts'
import { effectiveSettings, withSettings } from '../effective-settings.ts'
import { earliestMs } from '../epoch.ts'
import { readMarks } from '../track-mark.queries.ts'
import type { FoundDevice } from '../trip-settings.queries.ts'
import { readPeriods, readZones } from '../trip-state.queries.ts'
import type { DryRunBody, FleetDryRunBody } from './dry-run.schema.ts'
import { runInThread } from './dry-run-threads.ts'
import type { DryRunDevice, DryRunResult } from './dry-run-track.ts'
import type { Subject, SubjectPath } from './subject.ts'
import { devicesOf, getWritableSubject } from './subject.ts'
import { toLayer } from './trip-settings.ts'

const maxPeriodMs = 31 * 86_400_000
const maxRows = 200_000
const maxDevices = 20
const inTurn = createDryRunQueue({ maxThreads: 2, maxSlowThreads: 1 })

type Needs = Pick<Context, 'db' | 'config'>
type Wanted = Static<typeof DryRunBody>

/** The signal is aborted when nobody waits for the result any more. */
export async function dryRunDevice(
  ctx: Needs,
  caller: Caller,
  path: SubjectPath,
  wanted: Wanted,
  signal: AbortSignal,
) {
  const db = ctx.db.forAccount(caller.accountId)
  const subject = await getWritableSubject(db, caller, path)
  const { devices, detail } = await run(ctx, db, subject, [subject.device!], wanted, signal)
  const [found] = devices
  if (!found || !detail) {
    throw new UnprocessableError(
      'tripSettings.too_many_locations',
      `The period has more than ${maxRows} locations. Choose a shorter one.`,
    )
  }
  return { locations: found.locations, ...detail }
}

export async function dryRunFleet(
  ctx: Needs,
  caller: Caller,
  path: SubjectPath,
  wanted: Static<typeof FleetDryRunBody>,
  signal: AbortSignal,
) {
  const db = ctx.db.forAccount(caller.accountId)
  const subject = await getWritableSubject(db, caller, path)
  const all = await devicesOf(db, subject)
  const chosen = wanted.deviceIds ? wanted.deviceIds.map((id) => findIn(all, id)) : all.slice(0, maxDevices)
  const { devices } = await run(ctx, db, subject, chosen, wanted, signal)
  return { devices, complete: devices.length === (wanted.deviceIds ? chosen : all).length }
}

function findIn(devices: FoundDevice[], id: string): FoundDevice {
  const found = devices.find(({ deviceId }) => deviceId === id)
  if (!found) throw deviceNotFound(id)
  return found
}

async function run(
  ctx: Needs,
  db: AccountDb,
  subject: Subject,
  devices: FoundDevice[],
  wanted: Wanted,
  signal: AbortSignal,
): Promise<DryRunResult> {
  const [fromMs, toMs] = [Date.parse(wanted.from), Date.parse(wanted.to)]
  if (fromMs < earliestMs) {
    throw new InvalidError('body.invalid', 'from must be after 1999.', {
      details: [{ path: 'from', message: 'must be after 1999' }],
    })
  }
  if (fromMs >= toMs || toMs - fromMs > maxPeriodMs) {
    throw new InvalidError('body.invalid', 'to must be after from, by at most 31 days.', {
      details: [{ path: 'to', message: 'must be after from, by at most 31 days' }],
    })
  }
  const job = {
    ...{ accountId: db.accountId, fromMs, toMs, maxRows },
    devices: await withSettingsOf(db, devices, toLayer(subject.key, wanted.settings)),
  }
  const { db: dbConfig, history, log } = ctx.config
  const request = { db: dbConfig, history, logLevel: log.level, job }
  return inTurn(db.accountId, () => runInThread(request, signal))
}

async function withSettingsOf(
  db: AccountDb,
  devices: FoundDevice[],
  candidate: SettingsLayer,
): Promise<DryRunDevice[]> {
  const numbers = devices.map(({ deviceNumber }) => deviceNumber)
  const currentLayers = await readLayers(db, devices)
  const proposedLayers = await readLayers(db, devices, candidate)
  const periods = await readPeriods(db, numbers)
  const marks = await readMarks(db, numbers)
  const zones = await readZones(db, numbers)
  return devices.map((device) => ({
    ...device,
    periods:
      periods.get(device.deviceNumber) ?? withSettings(null, effectiveSettings(currentLayers(device)), null),
    proposed: effectiveSettings(proposedLayers(device)),
    marks: marks.get(device.deviceNumber) ?? noMarks,
    zones: zones.get(device.deviceNumber)!,
  }))
}
