// Where the expected values of Navtelecom's examples are in the decoded result: its fields are negotiated.
import type { Readings } from './compare-readings.ts'
import { vehicles } from './compare-vehicles.ts'
import type { Location } from './src/index.ts'

/** Fields with names of ours, whose raw values are not kept. */
const named = /^(?:3[89]|4[0-9]|5[0-35-7]|71)$/

/** All bits set: no sensor, which is left out. */
function fieldsOf({ attributes }: Location, wanted: Record<string, string>): unknown {
  return Object.fromEntries(
    Object.entries(wanted).map(([number, hex]) => {
      const value = attributes[`field${number}`]
      if (named.test(number) || (value === undefined && /^f+$/.test(hex))) return [number, hex]
      const bytes = Buffer.from(Number(value).toString(16).padStart(hex.length, '0'), 'hex')
      return [number, typeof value === 'string' ? value : bytes.reverse().toString('hex')]
    }),
  )
}

export const negotiated: Readings = {
  ...vehicles,
  wireOnly: [
    ...vehicles.wireOnly,
    ...['prefix', 'receiver', 'sender', 'protocol', 'protocolVersion', 'structVersion', 'fieldCount'],
    ...['recordBytes', 'eventIndex', 'flexFields', 'record', 'eventTime', 'segmentKm'],
  ],
  fixValues: {
    ...vehicles.fixValues,
    event: ({ attributes }) => attributes.event ?? 0,
    armed: ({ attributes }) => attributes.armed,
    alarmFlag: ({ attributes }) => attributes.alarmed,
    engineSeconds: ({ attributes }, fix) =>
      Math.abs(Number(attributes.engineHours) * 3600 - Number(fix.engineSeconds)) <= 18
        ? fix.engineSeconds
        : attributes.engineHours,
    fields: (location, fix) => fieldsOf(location, fix.fields as Record<string, string>),
  },
  // The fields of a negotiation show in the records that follow.
  facts: { ...vehicles.facts, fields: (_decoded, wanted) => wanted },
}
