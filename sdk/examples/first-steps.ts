// Prints the account, its devices, and the last location of each.
//
//   node first-steps.ts

import { apiKeyTokens, createClient } from '@rastro/client'

const url = process.env.RASTRO_URL ?? 'http://127.0.0.1:8080'
const { RASTRO_USER: userName = '', RASTRO_API_KEY: apiKey = '' } = process.env
const rastro = createClient({ url, token: apiKeyTokens({ url, userName, apiKey }) })

const { account } = await rastro.get('/api/account')
console.log(`${account.name}, in ${account.timeZone}`)

const lastOf = new Map<string, string>()
for await (const { locations } of rastro.pages('/api/lastLocations', { query: { limit: 500 } })) {
  for (const { deviceId, latitude, longitude, dateTime } of locations) {
    lastOf.set(deviceId, `${latitude}, ${longitude} at ${dateTime}`)
  }
}
for await (const { devices } of rastro.pages('/api/devices', { query: { limit: 500 } })) {
  for (const { id, name } of devices) console.log(`${name}: ${lastOf.get(id) ?? 'no location yet'}`)
}
