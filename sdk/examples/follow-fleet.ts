// Prints every location as it arrives, until Ctrl-C. The stream's cursor is saved in a file, so that after a restart
// the program also prints what it missed.
//
//   node follow-fleet.ts cursor.txt

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { apiKeyTokens, createClient } from '@rastro/client'

const url = process.env.RASTRO_URL ?? 'http://127.0.0.1:8080'
const { RASTRO_USER: userName = '', RASTRO_API_KEY: apiKey = '' } = process.env
const rastro = createClient({ url, token: apiKeyTokens({ url, userName, apiKey }) })

const [file = 'cursor.txt'] = process.argv.slice(2)
const after = existsSync(file) ? readFileSync(file, 'utf8') : undefined
const end = new AbortController()
process.on('SIGINT', () => end.abort())

const settings = { signal: end.signal, onState: (state: string) => console.log(`-- ${state}`) }
for await (const { id, type, data } of rastro.stream({ kinds: ['location'], after }, settings)) {
  if (type === 'location') {
    const { dateTime, latitude, longitude, speed = 0 } = data.data
    console.log(`${data.deviceId} ${dateTime} ${latitude} ${longitude} ${(speed * 3.6).toFixed(0)} km/h`)
  }
  // Save the cursor after the work: unfinished events are delivered again.
  writeFileSync(file, id)
}
