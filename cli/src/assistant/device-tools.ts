import { z } from 'zod'
import { findDevice } from '../finding.ts'
import { deviceAnswer, locationAnswer } from './answers.ts'
import { deviceText, groupIdOf, groupText, latitude, limitOf, longitude } from './inputs.ts'
import { defineTool } from './tool.types.ts'

export const listDevices = defineTool({
  name: 'list_devices',
  title: 'List devices',
  description: 'Lists tracked devices (vehicles, ships, people), with when they were last seen.',
  input: z.object({
    search: z.string().min(1).max(100).optional().describe('Part of the name, identifier or license plate'),
    group: groupText.optional(),
    presence: z.enum(['online', 'offline', 'never']).optional().describe('online: seen within ten minutes'),
    limit: limitOf(200, 50),
  }),
  async run(rastro, { search, group, presence, limit }) {
    const groupId = await groupIdOf(rastro, group)
    const query = {
      limit,
      ...(search && { search }),
      ...(presence && { presence }),
      ...(groupId && { groupId }),
    }
    const { devices, nextCursor } = await rastro.get('/api/devices', { query })
    return { devices: devices.map(deviceAnswer), isComplete: nextCursor === undefined }
  },
})

export const whereIs = defineTool({
  name: 'where_is',
  title: 'Where is a device',
  description: 'The last known location of a device, with its place name, time and speed.',
  input: z.object({ device: deviceText }),
  async run(rastro, { device: text }) {
    const device = await findDevice(rastro, text)
    const path = { deviceId: device.id }
    const { lastLocation } = await rastro.get('/api/devices/{deviceId}/lastLocation', { path })
    return { device: deviceAnswer(device), location: locationAnswer(lastLocation) }
  },
})

export const devicesNear = defineTool({
  name: 'devices_near',
  title: 'Devices near a point',
  description: 'Devices near a point, nearest first. find_place gives the coordinates of a town or geofence.',
  input: z.object({
    latitude,
    longitude,
    radiusKm: z.number().min(0.001).max(500).default(5),
    limit: limitOf(100, 20),
  }),
  async run(rastro, { radiusKm, ...query }) {
    const { devices } = await rastro.get('/api/devices/near', {
      query: { ...query, radius: radiusKm * 1_000 },
    })
    return {
      devices: devices.map(({ id, name, distance, lastLocation }) => ({
        ...{ id, name, distanceMetres: Math.round(distance) },
        location: locationAnswer(lastLocation),
      })),
    }
  },
})

export const findPlace = defineTool({
  name: 'find_place',
  title: 'Find a place',
  description: 'Coordinates of a town, a geofence of the account, a device, or coordinates in any notation.',
  input: z.object({ text: z.string().min(1).max(200), limit: limitOf(20, 5) }),
  async run(rastro, { text, limit }) {
    const { results } = await rastro.get('/api/places/search', { query: { q: text, limit } })
    return { results }
  },
})

export const fleetStatus = defineTool({
  name: 'fleet_status',
  title: 'State of the fleet',
  description:
    'How many devices drive, idle, stand or are silent now, with the sums and rankings of the last 28 days. Distances are in metres.',
  input: z.object({ group: groupText.optional() }),
  async run(rastro, { group: text }) {
    const group = await groupIdOf(rastro, text)
    const { dashboard } = await rastro.get('/api/fleet/dashboard', { query: group ? { group } : {} })
    return dashboard
  },
})
