// Prints every location as it comes, until Ctrl-C. What happens while this program is away it prints when it is back:
// its place in the stream is kept in a file.
//
//   node follow-fleet.ts place.txt

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { apiKeyTokens, createClient } from '@rastro/client'

const url = process.env.RASTRO_URL ?? 'http://127.0.0.1:8080'
const { RASTRO_USER: userName = '', RASTRO_API_KEY: apiKey = '' } = process.env
const rastro = createClient({ url, token: apiKeyTokens({ url, userName, apiKey }) })

const [file = 'place.txt'] = process.argv.slice(2)
const after = existsSync(file) ? readFileSync(file, 'utf8') : undefined
const end = new AbortController()
process.on('SIGINT', () => end.abort())

const settings = { signal: end.signal, onState: (state: string) => console.log(`-- ${state}`) }
for await (const { id, type, data } of rastro.stream({ kinds: ['location'], after }, settings)) {
  if (type === 'location') {
    const { dateTime, latitude, longitude, speed = 0 } = data.data
    console.log(`${data.device} ${dateTime} ${latitude} ${longitude} ${(speed * 3.6).toFixed(0)} km/h`)
  }
  // After the work: what was not done is told again.
  writeFileSync(file, id)
}
