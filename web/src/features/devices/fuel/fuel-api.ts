// The calls of the fuel API.

import type { FuelEvent, FuelSensor } from '@rastro/client'
import { readTagged } from '../../../session/read-tagged.ts'
import { rastro } from '../../../session/session.ts'
import type { SensorDraft } from './sensor-draft.ts'

export interface LevelPoint {
  dateTime: string
  raw: number
  litres: number
}

const eventsPerPage = 20
/** Of one curve. */
const maxMarked = 1_000

export const fuelKey = (deviceId: string) => ['fuel', deviceId]

export async function readSensors(deviceId: string): Promise<FuelSensor[]> {
  return (await rastro.get('/api/devices/{deviceId}/fuelSensors', { path: { deviceId } })).fuelSensors
}

export async function createSensor(deviceId: string, body: SensorDraft): Promise<void> {
  await rastro.post('/api/devices/{deviceId}/fuelSensors', { path: { deviceId }, body })
}

export interface SensorRecord {
  sensor: FuelSensor
  tag: string
}

export async function readSensor(deviceId: string, sensorId: string): Promise<SensorRecord> {
  const path = { deviceId, sensorId }
  const { answer, tag } = await readTagged((client) =>
    client.get('/api/devices/{deviceId}/fuelSensors/{sensorId}', { path }),
  )
  return { sensor: answer.fuelSensor, tag }
}

/** Refused if it was changed since it was read. */
export async function replaceSensor(
  { sensor: { deviceId, id: sensorId }, tag }: SensorRecord,
  body: SensorDraft,
): Promise<void> {
  const path = { deviceId, sensorId }
  const headers = { 'if-match': tag }
  await rastro.put('/api/devices/{deviceId}/fuelSensors/{sensorId}', { path, body, headers })
}

export async function deleteSensor(deviceId: string, sensorId: string): Promise<void> {
  await rastro.delete('/api/devices/{deviceId}/fuelSensors/{sensorId}', { path: { deviceId, sensorId } })
}

/** Of the last week, with settings that are not saved. */
export async function testSensor(
  deviceId: string,
  { source, attribute, tankLitres, calibration }: SensorDraft,
): Promise<LevelPoint[]> {
  const body = { source, attribute, tankLitres, calibration }
  return (await rastro.post('/api/devices/{deviceId}/fuelSensors/test', { path: { deviceId }, body })).levels
}

export async function readLevels(
  deviceId: string,
  sensorId: string,
  query: { from: string; to: string },
  signal: AbortSignal,
): Promise<LevelPoint[]> {
  const path = { deviceId, sensorId }
  const options = { path, query, signal }
  return (await rastro.get('/api/devices/{deviceId}/fuelSensors/{sensorId}/levels', options)).levels
}

/** Newest first. */
export function readEvents(deviceId: string, cursor: string | undefined) {
  const query = { deviceId, limit: eventsPerPage, ...(cursor && { cursor }) }
  return rastro.get('/api/fuelEvents', { query })
}

export async function readEventsOf(
  deviceId: string,
  period: { from: string; to: string },
  signal: AbortSignal,
): Promise<FuelEvent[]> {
  const query = { deviceId, ...period, limit: maxMarked }
  return (await rastro.get('/api/fuelEvents', { query, signal })).fuelEvents
}

export async function confirmEvent(
  fuelEventId: string,
  body: { confirmed: boolean; litres: number | null; note: string | null },
): Promise<void> {
  await rastro.patch('/api/fuelEvents/{fuelEventId}', { path: { fuelEventId }, body })
}
