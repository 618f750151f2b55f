// Where the expected values of Galileosky's examples are in the decoded result: its values have tags.
import type { Readings } from './compare-readings.ts'
import { attributesOf } from './compare-readings.ts'
import { vehicles } from './compare-vehicles.ts'
import type { Location } from './src/index.ts'

/** Tags whose values we give names to; fuel levels are summed up. */
const named = /^(?:5[0-9]|6[0-9A-F]|7[0-7]|90|C[012]|E[0-9])$/

function tagsOf({ attributes }: Location, wanted: Record<string, string>): unknown {
  return Object.fromEntries(
    Object.entries(wanted).map(([tag, hex]) => {
      if (named.test(tag)) return [tag, hex]
      const value = attributes[`tag${tag}`]
      const bytes = Buffer.from(Number(value).toString(16).padStart(hex.length, '0'), 'hex')
      return [tag, typeof value === 'string' ? value : bytes.reverse().toString('hex')]
    }),
  )
}

export const tagged: Readings = {
  ...vehicles,
  wireOnly: [...vehicles.wireOnly, 'hardware', 'firmware', 'unit', 'record', 'source', 'archiveLeft'],
  fixValues: {
    ...vehicles.fixValues,
    status: ({ attributes }) => Number(attributes.status).toString(16).toUpperCase().padStart(4, '0'),
    deviceTemperature: ({ attributes }) => attributes.boardC,
    // Zeros are of a bus that is not connected.
    fuelPct: ({ fuelPct }) => fuelPct ?? 0,
    rpm: ({ rpm }) => rpm ?? 0,
    coolant: ({ attributes }) => attributes.coolantC ?? -40,
    approximate: ({ approximate }) => approximate,
    userArray: ({ attributes }) => attributes.userArray,
    tags: (location, fix) => tagsOf(location, fix.tags as Record<string, string>),
    satellites: ({ satellites, approximate }, fix) => (approximate ? fix.satellites : satellites),
  },
  facts: {
    ...vehicles.facts,
    // Packets without a location: the head of a connection, or an answer.
    other: (decoded, wanted) => {
      const [record] = wanted as [Record<string, unknown>]
      const { hardware = record.hardware, firmware = record.firmware } = attributesOf(decoded)
      return [
        {
          ...record,
          ...(hardware !== undefined && { hardware, firmware }),
          ...('text' in decoded && { text: decoded.text }),
        },
      ]
    },
  },
}
