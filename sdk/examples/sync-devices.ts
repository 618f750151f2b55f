// Synchronises devices with a CSV file: creates new ones, and updates those with another name or model. Devices that
// are not in the file are only listed. Devices are matched by identifier.
//
//   node sync-devices.ts devices.csv        # identifier,name,model

import { readFileSync } from 'node:fs'
import type { Device } from '@rastro/client'
import { apiKeyTokens, createClient, RastroError } from '@rastro/client'

const url = process.env.RASTRO_URL ?? 'http://127.0.0.1:8080'
const { RASTRO_USER: userName = '', RASTRO_API_KEY: apiKey = '' } = process.env
const rastro = createClient({ url, token: apiKeyTokens({ url, userName, apiKey }) })

const [file = 'devices.csv'] = process.argv.slice(2)
const [, ...rows] = readFileSync(file, 'utf8').trim().split(/\r?\n/)

const known = new Map<string, Device>()
for await (const { devices } of rastro.pages('/api/devices', { query: { limit: 500 } })) {
  for (const device of devices) if (device.identifier) known.set(device.identifier, device)
}

for (const row of rows) {
  const [identifier = '', name = '', model = ''] = row.split(',').map((cell) => cell.trim())
  const device = known.get(identifier)
  known.delete(identifier)
  try {
    if (!device) {
      await rastro.post('/api/devices', { body: { identifier, name, model } })
      console.log(`created ${name}`)
    } else if (device.name !== name || device.model !== model) {
      await rastro.patch('/api/devices/{deviceId}', { path: { deviceId: device.id }, body: { name, model } })
      console.log(`changed ${name}`)
    }
  } catch (error) {
    // No free license, or an identifier of another account: the server's message explains it.
    if (!(error instanceof RastroError)) throw error
    console.error(`${name}: ${error.message}`)
    process.exitCode = 1
  }
}
for (const { name } of known.values()) console.log(`not in the file: ${name}`)
