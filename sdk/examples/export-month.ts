// Writes the tracks of a month, one file for each device that moved.
//
//   node export-month.ts 2026-10 gpx tracks/

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiKeyTokens, createClient } from '@rastro/client'

const url = process.env.RASTRO_URL ?? 'http://127.0.0.1:8080'
const { RASTRO_USER: userName = '', RASTRO_API_KEY: apiKey = '' } = process.env
const rastro = createClient({ url, token: apiKeyTokens({ url, userName, apiKey }) })

const formats = {
  gpx: 'application/gpx+xml',
  kml: 'application/vnd.google-earth.kml+xml',
  csv: 'text/csv',
}
const [month = '', format = 'gpx', folder = '.'] = process.argv.slice(2)
const accept = formats[format as keyof typeof formats]
if (!/^\d{4}-\d{2}$/.test(month) || accept === undefined) {
  console.error(`Usage: export-month.ts 2026-10 ${Object.keys(formats).join('|')}`)
  process.exit(1)
}
const from = `${month}-01T00:00:00Z`
const next = new Date(from)
next.setUTCMonth(next.getUTCMonth() + 1)
const query = { from, to: next.toISOString() }

mkdirSync(folder, { recursive: true })
for await (const { devices } of rastro.pages('/api/devices', { query: { limit: 500 } })) {
  for (const { id, name } of devices) {
    const path = { deviceId: id }
    const { locations } = await rastro.get('/api/devices/{deviceId}/locations', {
      path,
      query: { ...query, limit: 1 },
    })
    if (locations.length === 0) continue
    const track = await rastro.text('/api/devices/{deviceId}/locations', accept, { path, query })
    writeFileSync(join(folder, `${id}.${format}`), track)
    console.log(`${name}: ${id}.${format}, ${track.length} characters`)
  }
}
