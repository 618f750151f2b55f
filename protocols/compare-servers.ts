// Where the expected values of messages of other servers (LoRaWAN, Traccar) are in the decoded result.
import type { Readings } from './compare-readings.ts'
import { statusOf } from './compare-readings.ts'

/** What networks use to recognise copies, which other values repeat. */
const wireOnly = ['duplicateKey']

const fixValues: Readings['fixValues'] = {
  accuracy: ({ accuracyM }) => accuracyM,
  approximate: ({ approximate }) => approximate,
  analog3: ({ attributes }) => attributes.analog3,
  batteryPct: ({ batteryPct }) => batteryPct,
  powerV: ({ powerV }) => powerV,
  temperatureC: ({ temperatureC }) => temperatureC,
}

const facts: Readings['facts'] = {
  batteryPct: (decoded) => statusOf(decoded)?.batteryPct,
}

export const servers: Readings = { wireOnly, fixValues, facts }
