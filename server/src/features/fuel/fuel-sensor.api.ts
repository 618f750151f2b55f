// Fuel sensors of a device. A change counts for the last month: fills and drains of it are found again.

import type { Static } from 'typebox'
import type { Context, Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import type { PageCursor } from '../../platform/db/paging.queries.ts'
import { isUnchanged } from '../../platform/db/unchanged.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ConflictError, NotFoundError } from '../../platform/http/errors.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { deviceNotFound } from '../devices/device.api.ts'
import type { NewSensor } from './fuel-sensor.queries.ts'
import * as queries from './fuel-sensor.queries.ts'
import type { SensorBody, SensorView } from './fuel-sensor.schema.ts'
import { defaults } from './fuel-sensor.schema.ts'
import type { FuelSensor } from './fuel-sensor.types.ts'
import * as states from './fuel-state.queries.ts'
import { measureOf, toMillilitres } from './measure.ts'

const maxSensors = 4
/** What is computed of the past of a sensor that is new, or was changed. */
const backfillDays = 31
const dayMs = 86_400_000

type Document = Static<typeof SensorBody>

export async function getDeviceNumber(
  { db }: { db: AccountDb },
  caller: Caller,
  deviceId: string,
): Promise<number> {
  const number = await queries.findDeviceNumber(db, caller.scope, deviceId)
  if (number === undefined) throw deviceNotFound(deviceId)
  return number
}

export async function getSensor(ctx: { db: AccountDb }, caller: Caller, deviceId: string, id: string) {
  const found = await queries.findSensor(ctx.db, await getDeviceNumber(ctx, caller, deviceId), id)
  if (!found) throw sensorNotFound(id)
  return { sensor: JSON.parse(found.json) as Static<typeof SensorView>, version: found.version }
}

/** Returns a reader of pages. */
export async function listSensors(ctx: Pick<Context, 'db'>, caller: Caller, deviceId: string) {
  const db = ctx.db.forAccount(caller.accountId)
  const deviceNumber = await getDeviceNumber({ db }, caller, deviceId)
  return (cursor: PageCursor) => queries.listSensors(db, deviceNumber, cursor)
}

export async function createSensor(
  ctx: Tx,
  caller: Caller,
  deviceId: string,
  document: Document,
): Promise<string> {
  const { db } = ctx
  const deviceNumber = await getDeviceNumber(ctx, caller, deviceId)
  const sensor = toSensor(document, { id: newId('fse'), deviceNumber })
  if ((await queries.countSensors(db, deviceNumber)) >= maxSensors) {
    const message = `A device has at most ${maxSensors} fuel sensors. Delete one first.`
    throw new ConflictError('fuelSensors.too_many', message)
  }
  const now = ctx.now()
  const sensorNumber = await queries.insertSensor(db, sensor, now)
  await states.insertState(db, { sensorNumber, deviceNumber, from: await findBackfillStart(db, now), now })
  const after = toDocument(sensor)
  await recordChanges(ctx, caller, [{ action: 'fuelSensors.created', target: deviceId, before: null, after }])
  return sensor.id
}

export async function changeSensor(
  ctx: Tx,
  caller: Caller,
  { deviceId, sensorId }: { deviceId: string; sensorId: string },
  edit: (before: FuelSensor) => Document,
): Promise<void> {
  const stored = await lock(ctx, caller, deviceId, sensorId)
  const sensor = toSensor(edit(stored), stored)
  const [before, after] = [toDocument(stored), toDocument(sensor)]
  if (isUnchanged(before, after)) return
  const now = ctx.now()
  await queries.updateSensor(ctx.db, stored.number, sensor, now)
  const from = await findBackfillStart(ctx.db, now)
  await states.markSensor(ctx.db, stored.number, { from, now })
  await recordChanges(ctx, caller, [{ action: 'fuelSensors.changed', target: deviceId, before, after }])
}

export async function deleteSensor(
  ctx: Tx,
  caller: Caller,
  { deviceId, sensorId }: { deviceId: string; sensorId: string },
  check: (before: FuelSensor) => void,
): Promise<void> {
  const stored = await lock(ctx, caller, deviceId, sensorId)
  check(stored)
  await queries.deleteSensor(ctx.db, stored.number)
  const before = toDocument(stored)
  await recordChanges(ctx, caller, [{ action: 'fuelSensors.deleted', target: deviceId, before, after: null }])
}

export function toDocument(sensor: NewSensor): Document {
  const { name, source, attribute, calibration, mlPer100Km } = sensor
  return {
    ...{ name, source, attribute, tankLitres: sensor.tankMl / 1_000 },
    calibration: calibration?.map((pair) => [...pair]) ?? null,
    minFillLitres: sensor.minFillMl / 1_000,
    minDrainLitres: sensor.minDrainMl / 1_000,
    idleLitresPerHour: sensor.idleMlPerHour / 1_000,
    litresPer100Km: mlPer100Km && mlPer100Km / 1_000,
  }
}

export function sensorNotFound(id: string): NotFoundError {
  return new NotFoundError(
    'fuelSensors.not_found',
    `The fuel sensor "${id}" does not exist, or is not yours to see.`,
  )
}

function toSensor(
  document: Document,
  { id, deviceNumber }: Pick<NewSensor, 'id' | 'deviceNumber'>,
): NewSensor {
  const { name, litresPer100Km } = document
  const {
    minFillLitres = defaults.minFillLitres,
    minDrainLitres = defaults.minDrainLitres,
    idleLitresPerHour = defaults.idleLitresPerHour,
  } = document
  return {
    ...{ id, deviceNumber, name, ...measureOf(document) },
    minFillMl: toMillilitres(minFillLitres),
    minDrainMl: toMillilitres(minDrainLitres),
    idleMlPerHour: toMillilitres(idleLitresPerHour),
    mlPer100Km: litresPer100Km == null ? null : toMillilitres(litresPer100Km),
  }
}

async function lock(ctx: Pick<Tx, 'db'>, caller: Caller, deviceId: string, id: string): Promise<FuelSensor> {
  const sensor = await queries.lockSensor(ctx.db, await getDeviceNumber(ctx, caller, deviceId), id)
  if (!sensor) throw sensorNotFound(id)
  return sensor
}

async function findBackfillStart(db: AccountDb, now: Date): Promise<Date> {
  const days = Math.min(backfillDays, await queries.findKeepDays(db))
  return new Date(+now - days * dayMs)
}
