// Creates a circular geofence, and a rule that raises an alert when a device leaves it. A second run updates both.
//
//   node watch-harbour.ts 41.35 2.17 800

import { apiKeyTokens, createClient } from '@rastro/client'

const url = process.env.RASTRO_URL ?? 'http://127.0.0.1:8080'
const { RASTRO_USER: userName = '', RASTRO_API_KEY: apiKey = '' } = process.env
const rastro = createClient({ url, token: apiKeyTokens({ url, userName, apiKey }) })

const [latitude = Number.NaN, longitude = Number.NaN, radius = 500] = process.argv.slice(2).map(Number)
const circle = {
  name: 'Harbour',
  geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
  radius,
}

const found = await rastro.get('/api/geofences', { query: { search: circle.name } })
const old = found.geofences.find(({ name }) => name === circle.name)
const harbour = old
  ? await rastro.put('/api/geofences/{geofenceId}', { path: { geofenceId: old.id }, body: circle })
  : await rastro.post('/api/geofences', { body: circle })

const rule = {
  name: 'Left the harbour',
  type: 'geofence' as const,
  severity: 'warning' as const,
  settings: { on: 'left' },
  geofences: [harbour.id],
}
const { alertRules } = await rastro.get('/api/alertRules', { query: { search: rule.name } })
const same = alertRules.find(({ name }) => name === rule.name)
const { id } = same ?? (await rastro.post('/api/alertRules', { body: rule }))
console.log(`${id} watches ${harbour.id}, ${radius} m around ${latitude}, ${longitude}`)
