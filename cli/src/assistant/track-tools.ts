import type { Location, Rastro } from '@rastro/client'
import { z } from 'zod'
import { UsageError } from '../failure.ts'
import { findDevice } from '../finding.ts'
import { locationAnswer, segmentAnswer } from './answers.ts'
import { deviceIdOf, deviceText, groupIdOf, groupText, instant, limitOf } from './inputs.ts'
import { defineTool } from './tool.types.ts'

const maxPoints = 200
/** Each try leaves out more. The last one leaves little but the ends. */
const tolerancesMetres = [10, 100, 1_000, 10_000, 100_000]

export const history = defineTool({
  name: 'history',
  title: 'Track of a device',
  description: `The track of a device in a period, simplified to at most ${maxPoints} points. Use trips for what it did.`,
  input: z.object({ device: deviceText, from: instant, to: instant }),
  async run(rastro, { device: text, from, to }) {
    const { id, name } = await findDevice(rastro, text)
    for (const simplify of tolerancesMetres) {
      const locations = await pointsOf(rastro, id, { from, to, simplify })
      if (locations)
        return { device: { id, name }, toleranceMetres: simplify, points: locations.map(locationAnswer) }
    }
    return {
      device: { id, name },
      points: [],
      note: `More than ${maxPoints} points: choose a shorter period.`,
    }
  },
})

/** Undefined if there are more than an answer may have. */
async function pointsOf(
  rastro: Rastro,
  deviceId: string,
  period: { from: string; to: string; simplify: number },
): Promise<Location[] | undefined> {
  const { locations, nextCursor } = await rastro.get('/api/devices/{deviceId}/locations', {
    path: { deviceId },
    query: { ...period, limit: maxPoints },
  })
  return nextCursor === undefined ? locations : undefined
}

export const trips = defineTool({
  name: 'trips',
  title: 'Trips, stops and gaps',
  description: 'Trips of a device or of all devices, newest first; for one device also its stops and gaps.',
  input: z.object({
    device: deviceText.optional(),
    group: groupText.optional(),
    from: instant.optional(),
    to: instant.optional(),
    withStops: z.boolean().default(false).describe('Of one device: also stops, and gaps without reports'),
    limit: limitOf(100, 20),
  }),
  async run(rastro, { device, group, from, to, withStops, limit }) {
    const query = { limit, ...(from && { from }), ...(to && { to }) }
    if (device !== undefined && group !== undefined)
      throw new UsageError('Name a device or a group, not both.')
    if (device === undefined && withStops) throw new UsageError('Stops are of one device. Name it.')
    const deviceId = await deviceIdOf(rastro, device)
    const { list, nextCursor } = await listOf(rastro, query, { deviceId, group, withStops })
    return { trips: list.map(segmentAnswer), isComplete: nextCursor === undefined }
  },
})

async function listOf(
  rastro: Rastro,
  query: { limit: number; from?: string; to?: string },
  {
    deviceId,
    group,
    withStops,
  }: { deviceId?: string | undefined; group?: string | undefined; withStops: boolean },
) {
  if (deviceId === undefined) {
    const groupId = await groupIdOf(rastro, group)
    const ofGroup = groupId === undefined ? {} : { group: groupId }
    const { trips: list, nextCursor } = await rastro.get('/api/trips', { query: { ...query, ...ofGroup } })
    return { list, nextCursor }
  }
  const path = { deviceId }
  if (withStops) {
    const { timeline: list, nextCursor } = await rastro.get('/api/devices/{deviceId}/timeline', {
      path,
      query,
    })
    return { list, nextCursor }
  }
  const { trips: list, nextCursor } = await rastro.get('/api/devices/{deviceId}/trips', { path, query })
  return { list, nextCursor }
}
