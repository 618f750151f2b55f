// Finds devices, drivers, groups, geofences, plans and users by API id, IMEI or name.

import type { Device, Driver, Geofence, Group, MaintenancePlan, Rastro, User } from '@rastro/client'
import { ClientError } from './failure.ts'

const candidates = 100
/** Those that a command lists. */
const listed = new Set(['device', 'driver', 'group', 'user'])

export async function findDevice(rastro: Rastro, text: string): Promise<Device> {
  if (text.startsWith('dev_')) {
    return (await rastro.get('/api/devices/{deviceId}', { path: { deviceId: text } })).device
  }
  const { devices } = await rastro.get('/api/devices', { query: { search: text, limit: candidates } })
  return theOne('device', text, [
    devices.filter(({ identifier }) => identifier === text),
    devices.filter(({ name }) => isSame(name, text)),
  ])
}

export async function findGroup(rastro: Rastro, text: string): Promise<Group> {
  if (text.startsWith('grp_')) return rastro.get('/api/groups/{groupId}', { path: { groupId: text } })
  const { groups } = await rastro.get('/api/groups', { query: { search: text, limit: candidates } })
  return theOne('group', text, [groups.filter(({ name }) => isSame(name, text))])
}

/** For requests about several. */
export async function idsOf(
  rastro: Rastro,
  { devices, groups }: { devices?: string[] | undefined; groups?: string[] | undefined },
): Promise<{ deviceIds?: string[]; groupIds?: string[] }> {
  const deviceIds = devices && (await Promise.all(devices.map((one) => findDevice(rastro, one))))
  const groupIds = groups && (await Promise.all(groups.map((one) => findGroup(rastro, one))))
  return {
    ...(deviceIds && { deviceIds: deviceIds.map(({ id }) => id) }),
    ...(groupIds && { groupIds: groupIds.map(({ id }) => id) }),
  }
}

export async function findGeofence(rastro: Rastro, text: string): Promise<Geofence> {
  if (text.startsWith('geo_'))
    return rastro.get('/api/geofences/{geofenceId}', { path: { geofenceId: text } })
  const { geofences } = await rastro.get('/api/geofences', { query: { search: text, limit: candidates } })
  return theOne('geofence', text, [geofences.filter(({ name }) => isSame(name, text))])
}

export async function findPlan(rastro: Rastro, text: string): Promise<MaintenancePlan> {
  if (text.startsWith('mpl_')) {
    return (await rastro.get('/api/maintenancePlans/{planId}', { path: { planId: text } })).maintenancePlan
  }
  const query = { search: text, limit: candidates }
  const { maintenancePlans } = await rastro.get('/api/maintenancePlans', { query })
  return theOne('maintenance plan', text, [maintenancePlans.filter(({ name }) => isSame(name, text))])
}

export async function findDriver(rastro: Rastro, text: string): Promise<Driver> {
  if (text.startsWith('drv_')) return rastro.get('/api/drivers/{driverId}', { path: { driverId: text } })
  const { drivers } = await rastro.get('/api/drivers', { query: { search: text, limit: candidates } })
  return theOne('driver', text, [
    drivers.filter(({ tags }) => tags.some(({ tag }) => tag === text)),
    drivers.filter(({ name }) => isSame(name, text)),
  ])
}

export async function findUser(rastro: Rastro, text: string): Promise<User> {
  if (text.startsWith('usr_')) return rastro.get('/api/users/{userId}', { path: { userId: text } })
  const { users } = await rastro.get('/api/users', { query: { search: text, limit: candidates } })
  return theOne('user', text, [
    users.filter(({ userName }) => isSame(userName, text)),
    users.filter(({ name, email }) => isSame(name, text) || isSame(email, text)),
  ])
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** Better matches take precedence. Ambiguous names are an error. */
function theOne<T extends { id: string; name: string }>(what: string, text: string, matches: T[][]): T {
  for (const found of matches) {
    if (found.length === 1) return found[0]!
    if (found.length > 1) {
      const ids = found.map(({ id, name }) => `\n  ${id}  ${name}`).join('')
      throw new ClientError(`More than one ${what} is called "${text}". Use the id:${ids}`)
    }
  }
  const hint = listed.has(what) ? ` See: rastro ${what} list` : ''
  throw new ClientError(`There is no ${what} "${text}", or you may not see it.${hint}`)
}
