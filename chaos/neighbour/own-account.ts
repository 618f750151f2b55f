// Prepares the attacking account with what any customer may have: users with API keys, trackers, large geofences,
// rules, contacts, and a device with a long history.

import type { Installation } from '../installation/installation.ts'
import { callApi, getToken } from '../installation/rest.ts'
import type { OwnAccount } from './attack.types.ts'

const users = 3
const positionsPerCorridor = 9_000
const corridorRadiusM = 500
/** So thin that no point is in them, and each of their positions is compared. */
const thinRadiusM = 1
const contacts = 100
/** The most that one call may report. */
const locationsPerCall = 1_000
const historySpacingMs = 30_000
const dayMs = 86_400_000

/** Positions all over half a degree, so that no index can skip them. */
export function zigzag(count: number, seed: number): [number, number][] {
  return Array.from({ length: count }, (_, index) => {
    const step = index + seed * 7_919
    return [rounded(10 + ((step * 0.618_034) % 0.5)), rounded(10 + ((step * 0.414_214) % 0.5))]
  })
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}

export async function prepareOwnAccount(
  installation: Installation,
  identifiers: string[],
  {
    corridors,
    thinCorridors,
    historyCalls,
    plans,
  }: { corridors: number; thinCorridors: number; historyCalls: number; plans: number },
): Promise<OwnAccount> {
  const { apiUrl } = installation
  const added = await installation.addAccount('attacker@example.com')
  await added.register(identifiers)
  const token = await getToken(apiUrl, added)
  const call = <T>(method: string, path: string, body?: object) =>
    callApi<T>(apiUrl, token, method, path, body)

  const tokens = [token]
  for (let index = 0; index < users; index += 1) {
    const user = await call<{ id: string; userName: string }>('POST', '/api/users', {
      name: `Attacker ${index}`,
      email: `attacker-${index}@example.com`,
      country: 'ES',
      timeZone: 'UTC',
      role: 'administrator',
    })
    tokens.push(await getToken(apiUrl, { userName: user.userName, apiKey: await added.keyFor(user) }))
  }
  const { devices } = await call<{ devices: { id: string }[] }>('GET', '/api/devices?limit=1000')
  const deviceIds = devices.map(({ id }) => id)

  for (let index = 0; index < corridors + thinCorridors; index += 1) {
    await call('POST', '/api/geofences', {
      name: `Corridor ${index}`,
      geometry: { type: 'LineString', coordinates: zigzag(positionsPerCorridor, index) },
      radius: index < corridors ? corridorRadiusM : thinRadiusM,
    })
  }
  const small = await call<{ id: string }>('POST', '/api/geofences', {
    name: 'Small circle',
    geometry: { type: 'Point', coordinates: [10.25, 10.25] },
    radius: 100,
  })
  await call('POST', '/api/alertRules', { name: 'Nowhere', type: 'forbiddenZone' })
  await addContacts(installation, added.accountId)
  await call('POST', '/api/alertRules', {
    name: 'Storm',
    type: 'reported',
    severity: 'critical',
    contacts: (await call<{ contacts: { id: string }[] }>('GET', '/api/contacts?limit=1000')).contacts.map(
      ({ id }) => id,
    ),
  })
  const [historyDeviceId] = deviceIds as [string]
  return {
    tokens,
    deviceIds,
    identifiers,
    historyDeviceId,
    history: await addHistory(call, historyDeviceId, historyCalls),
    smallGeofenceId: small.id,
    ...(await addFleet(call, historyDeviceId, plans)),
  }
}

type CallApi = <T>(method: string, path: string, body?: object) => Promise<T>

async function addFleet(
  call: CallApi,
  deviceId: string,
  plans: number,
): Promise<Pick<OwnAccount, 'driverId' | 'planId' | 'fuelSensorId'>> {
  const driver = await call<{ id: string }>('POST', '/api/drivers', { name: 'Driver' })
  const sensor = { name: 'Tank', source: 'fuel', tankLitres: 400 }
  const made = await call<{ fuelSensor: { id: string } }>(
    'POST',
    `/api/devices/${deviceId}/fuelSensors`,
    sensor,
  )
  let planId = ''
  for (let index = 0; index < plans; index += 1) {
    const plan = { name: `Plan ${index}`, everyKm: 1_000 + index, everyHours: 100 + index, everyDays: 30 }
    planId = (await call<{ maintenancePlan: { id: string } }>('POST', '/api/maintenancePlans', plan))
      .maintenancePlan.id
  }
  return { driverId: driver.id, planId, fuelSensorId: made.fuelSensor.id }
}

/** Already verified: verification is not part of this experiment. */
async function addContacts({ query }: Installation, accountId: number): Promise<void> {
  await query(
    `insert into contacts (account_id, id, name, channel, address, language, verified_at, created_at, modified_at)
     select $1, 'con_' || lpad('a' || number, 22, '0'), 'Contact ' || number, 'email',
       'contact-' || number || '@attacker.example', 'en', now(), now(), now()
     from generate_series(1, $2::int) number`,
    [accountId, contacts],
  )
}

async function addHistory(
  call: (method: string, path: string, body?: object) => Promise<unknown>,
  deviceId: string,
  calls: number,
): Promise<{ from: string; to: string }> {
  const fromMs = Math.floor(Date.now() / dayMs) * dayMs - 20 * dayMs
  const positions = zigzag(calls * locationsPerCall, 3)
  const locations = positions.map(([longitude, latitude], index) => ({
    dateTime: new Date(fromMs + index * historySpacingMs).toISOString(),
    latitude,
    longitude,
    // A tank that is filled every hundred locations.
    fuel: 100 - (index % 100),
  }))
  for (let index = 0; index < calls; index += 1) {
    const some = locations.slice(index * locationsPerCall, (index + 1) * locationsPerCall)
    await call('POST', `/api/devices/${deviceId}/locations`, { locations: some, history: true })
  }
  return {
    from: new Date(fromMs).toISOString(),
    to: new Date(fromMs + positions.length * historySpacingMs + 1_000).toISOString(),
  }
}
