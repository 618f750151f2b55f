// The data of the screenshots, created through the API.

import type { DemoDevice } from './fleet.ts'
import { demoFleet, driveDemo } from './fleet.ts'
import type { Installation } from './installation.ts'

const historyHours = 26
const stepSeconds = 60
const perCall = 500

// biome-ignore lint/suspicious/noExplicitAny: the response as the API returns it.
type Post = (path: string, body: object) => Promise<any>

/** Returns the ids of what was created, by route parameter. */
export async function makeDemo({ url, owner }: Installation): Promise<Record<string, string>> {
  const post = await poster(url, owner)
  const now = Date.now()
  const groups = await makeGroups(post)
  const devices = new Map<string, string>()
  for (const one of demoFleet) devices.set(one.name, await makeDevice(post, one, groups.get(one.group)!, now))
  const idOf = (name: string) => devices.get(name)!

  const geofences = await makeGeofences(post)
  const { id: contactId } = await post('/api/contacts', {
    name: 'Control room',
    channel: 'email',
    address: 'control@example.com',
  })
  const ruleId = await makeRules(post, geofences, groups, contactId)
  for (const [name, alert] of alerts) await post(`/api/devices/${idOf(name)}/alerts`, { alert })
  const { webhook } = await makeWebhook(post)
  for (const name of ['ERP sync', 'Delivery board']) await post('/api/apiKeys', { name })
  await post('/api/users', {
    name: 'Marta Iglesias',
    email: 'marta@example.com',
    country: 'ES',
    timeZone: 'Europe/Madrid',
    groupId: groups.get('City service')!,
    privileges: ['alerts.manage'],
  })
  await post('/api/users', {
    name: 'João Ferreira',
    email: 'joao@example.com',
    country: 'PT',
    timeZone: 'Europe/Lisbon',
    role: 'administrator',
  })
  const { secret } = await post('/api/shares', {
    name: 'Ilha Verde, for the port',
    type: 'live',
    devices: [idOf('Ilha Verde')],
  })
  await post('/api/ingestKeys', { protocol: 'spot-push', name: 'SPOT messengers' })
  return {
    deviceId: idOf('Gaviota'),
    roadId: idOf('Camión 12'),
    ruleId,
    geofenceId: geofences.get('Port of Vigo')!,
    webhookId: webhook,
    groupId: groups.get('Atlantic fleet')!,
    secret,
  }
}

async function poster(url: string, owner: { userName: string; password: string }): Promise<Post> {
  const call = async (path: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const { userName, password } = owner
  const { token } = (await call('/session', { userName, password })) as { token: string }
  return (path, body) => call(path, body, token)
}

async function makeGroups(post: Post): Promise<Map<string, string>> {
  const groups = new Map<string, string>()
  for (const name of new Set(demoFleet.map(({ group }) => group))) {
    groups.set(name, (await post('/api/groups', { name })).id)
  }
  return groups
}

async function makeDevice(post: Post, demo: DemoDevice, group: string, now: number): Promise<string> {
  const { name, model } = demo
  const { device } = await post('/api/devices', { name, model, groups: [group] })
  if (demo.now === 'never') return device.id
  const silentMs = demo.now === 'silent' ? 9 * 3_600_000 : 0
  const locations = driveDemo(demo, now - silentMs, historyHours - silentMs / 3_600_000, stepSeconds)
  for (let from = 0; from < locations.length; from += perCall) {
    await post(`/api/devices/${device.id}/locations`, {
      locations: locations.slice(from, from + perCall).map((location) => ({
        ...location,
        ...(demo.now === 'idling' && { ignition: true }),
      })),
    })
  }
  return device.id
}

async function makeGeofences(post: Post): Promise<Map<string, string>> {
  const wanted = [
    { name: 'Port of Vigo', geometry: { type: 'Point', coordinates: [-8.735, 42.238] }, radius: 2_400 },
    {
      name: 'Cíes islands, no anchoring',
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [-8.93, 42.24],
            [-8.88, 42.24],
            [-8.87, 42.17],
            [-8.92, 42.16],
            [-8.93, 42.24],
          ],
        ],
      },
    },
    {
      name: 'A-2 Madrid–Zaragoza',
      geometry: {
        type: 'LineString',
        coordinates: [
          [-3.66, 40.44],
          [-3.17, 40.63],
          [-2.63, 41.07],
          [-1.64, 41.35],
          [-0.89, 41.65],
        ],
      },
      radius: 5_000,
    },
    { name: 'Depot Getafe', geometry: { type: 'Point', coordinates: [-3.68, 40.35] }, radius: 1_200 },
    {
      name: 'Rías Baixas',
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [-9.05, 42.62],
            [-8.7, 42.62],
            [-8.6, 42.3],
            [-8.75, 42.1],
            [-9.0, 42.1],
            [-9.05, 42.62],
          ],
        ],
      },
    },
  ]
  const made = new Map<string, string>()
  for (const one of wanted) made.set(one.name, (await post('/api/geofences', one)).id)
  return made
}

async function makeRules(
  post: Post,
  geofences: Map<string, string>,
  groups: Map<string, string>,
  contact: string,
): Promise<string> {
  await post('/api/alertRules', {
    name: 'Lorries above 90 km/h',
    type: 'speed',
    severity: 'warning',
    settings: { above: 90 },
    groups: [groups.get('Road haulage')],
    contacts: [contact],
  })
  const { id } = await post('/api/alertRules', {
    name: 'Leaves the port of Vigo at night',
    type: 'geofence',
    severity: 'info',
    settings: { on: 'left' },
    geofences: [geofences.get('Port of Vigo')],
    conditions: { schedule: [{ from: '22:00', to: '06:00' }] },
    contacts: [contact],
  })
  return id
}

const alerts: [string, object][] = [
  ['Mar de Fora', { name: 'sos' }],
  ['Camión 14', { name: 'overspeed' }],
  ['Frigorífico 3', { name: 'temperature' }],
  ['Grúa Bilbao 2', { name: 'lowBattery' }],
  ['Gaviota', { name: 'geofenceExit' }],
]

async function makeWebhook(post: Post): Promise<{ webhook: string }> {
  const { id } = await post('/api/webhooks', {
    name: 'Harbour board',
    url: 'https://127.0.0.1:8443/rastro',
    events: ['alert', 'device'],
  })
  return { webhook: id }
}
