// A good call for every operation of the API, on the things of one account. A route without a recipe fails the tests
// that go through all of them.

import { readFileSync } from 'node:fs'

/** The things of an account that its recipes name. */
export interface Belongings {
  deviceId: string
  groupId: string
  geofenceId: string
  userId: string
  keyId: string
  /** Told apart from every other call's, so that nothing is taken already. */
  fresh: () => string
}

export interface Recipe {
  body?: unknown
  query?: string
  type?: string
  /** What the call changes something about: only then may others' belongings be at stake. */
  changes?: true
}

export interface Operation {
  id: string
  method: string
  /** As the description writes it, with {braces}. */
  path: string
  isOpen: boolean
}

interface Description {
  paths: Record<string, Record<string, { operationId: string; security?: unknown[] }>>
}

const file = new URL('../openapi.json', import.meta.url)

/** Every operation of the committed description. */
export function listOperations(): Operation[] {
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as Description
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      isOpen: security?.length === 0,
    })),
  )
}

const period = { from: '2026-01-01T00:00:00Z', to: '2030-01-01T00:00:00Z' }
const place = () => ({ dateTime: new Date().toISOString(), latitude: 1, longitude: 2 })
const circle = { geometry: { type: 'Point', coordinates: [2.2, 41.4] }, radius: 500 }
const person = (name: string) => ({
  name: 'Pat',
  email: `${name}@example.com`,
  country: 'ES',
  timeZone: 'UTC',
})

export const recipes: Record<string, (of: Belongings) => Recipe> = {
  listPublicKeys: () => ({}),
  getToken: () => ({ body: { userName: 'nobody', apiKey: 'nothing' } }),
  signIn: () => ({ body: { userName: 'nobody', password: 'nothing' } }),
  signOut: () => ({}),
  refreshSession: () => ({}),
  getAccount: () => ({}),
  changeAccount: ({ fresh }) => ({ body: { name: fresh() }, changes: true }),
  listApiKeys: () => ({}),
  createApiKey: ({ fresh }) => ({ body: { name: fresh() }, changes: true }),
  regenerateApiKey: () => ({ changes: true }),
  deleteApiKey: () => ({ changes: true }),
  listUsers: () => ({}),
  createUser: ({ fresh }) => ({ body: person(fresh()), changes: true }),
  listCountries: () => ({}),
  listTimeZones: () => ({}),
  getUser: () => ({}),
  replaceUser: ({ fresh }) => ({ body: person(fresh()), changes: true }),
  patchUser: ({ fresh }) => ({ body: { name: fresh() }, changes: true }),
  deleteUser: () => ({ changes: true }),
  handOverAccount: () => ({ changes: true }),
  listGroups: () => ({}),
  createGroup: ({ fresh }) => ({ body: { name: fresh() }, changes: true }),
  getGroup: () => ({}),
  replaceGroup: ({ fresh }) => ({ body: { name: fresh() }, changes: true }),
  patchGroup: ({ fresh }) => ({ body: { name: fresh() }, changes: true }),
  deleteGroup: () => ({ changes: true }),
  listGeofences: () => ({}),
  createGeofence: ({ fresh }) => ({ body: { name: fresh(), ...circle }, changes: true }),
  getGeofence: () => ({}),
  replaceGeofence: ({ fresh }) => ({ body: { name: fresh(), ...circle }, changes: true }),
  patchGeofence: ({ fresh }) => ({ body: { name: fresh() }, changes: true }),
  deleteGeofence: () => ({ changes: true }),
  listDevices: () => ({}),
  createDevice: ({ fresh }) => ({ body: { name: fresh() }, changes: true }),
  getDevice: () => ({}),
  replaceDevice: ({ fresh }) => ({ body: { name: fresh() }, changes: true }),
  patchDevice: ({ fresh }) => ({ body: { name: fresh() }, changes: true }),
  deleteDevice: () => ({ changes: true }),
  replaceLimits: () => ({ body: { expires: false, dailyEmailLimit: 3 }, changes: true }),
  patchLimits: () => ({ body: { dailySmsLimit: 3 }, changes: true }),
  reactivateDevice: () => ({ body: {}, changes: true }),
  previewImport: ({ fresh }) => ({ body: `name\n${fresh()}\n`, type: 'text/csv', changes: true }),
  importDevices: ({ fresh }) => ({ body: `name\n${fresh()}\n`, type: 'text/csv', changes: true }),
  listChanges: () => ({}),
  getLastLocation: () => ({}),
  listLastLocations: () => ({}),
  listLocations: () => ({ query: new URLSearchParams(period).toString() }),
  readOrReportLocations: () => ({ body: place(), changes: true }),
}

/** The path of an operation on somebody's belongings. */
export function pathOf({ path }: Operation, of: Belongings, { query }: Recipe): string {
  const filled = path
    .replace('{deviceId}', of.deviceId)
    .replace('{groupId}', of.groupId)
    .replace('{geofenceId}', of.geofenceId)
    .replace('{userId}', of.userId)
    .replace('{keyId}', of.keyId)
  return query ? `${filled}?${query}` : filled
}
