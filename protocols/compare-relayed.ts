// Where the expected values of examples of EGTS and Wialon Retranslator are in the decoded result.
import type { Readings } from './compare-readings.ts'
import { vehicles } from './compare-vehicles.ts'
import type { Location } from './src/index.ts'

const own: Record<string, (location: Location) => unknown> = {
  pwr_ext: ({ powerV }) => powerV,
  avl_inputs: ({ inputs }) => inputs?.reduce((bits, on, at) => bits | (Number(on) << at), 0),
}

/** Of EGTS: what else a record has. Of the Retranslator: the named values. */
function paramsOf(location: Location, wanted: Record<string, unknown>): unknown {
  const { attributes } = location
  return Object.fromEntries(
    Object.keys(wanted).map((name) => [name, own[name]?.(location) ?? attributes[name]]),
  )
}

function analogOf({ attributes }: Location, wanted: Record<string, unknown>): unknown {
  return Object.fromEntries(Object.keys(wanted).map((number) => [number, attributes[`analog${number}`]]))
}

export const relayed: Readings = {
  ...vehicles,
  wireOnly: [
    ...vehicles.wireOnly,
    ...[
      'flags',
      'headerLength',
      'packetId',
      'packetType',
      'records',
      'objectId',
      'recordTime',
      'tid',
      'imei',
    ],
    ...['fix3d', 'navSystems', 'state', 'stateFlags', 'other', 'liquid', 'internalV', 'batteryV'],
  ].filter((name) => name !== 'buffered'),
  fixValues: {
    ...vehicles.fixValues,
    moving: ({ moving }) => moving,
    buffered: ({ attributes }) => attributes.buffered ?? false,
    source: ({ attributes }) => attributes.source,
    params: (location, fix) => paramsOf(location, fix.params as Record<string, unknown>),
    adc: (location, fix) => analogOf(location, fix.adc as Record<string, unknown>),
    extraInputs: ({ attributes }, fix) =>
      Object.fromEntries(
        Object.keys(fix.extraInputs as object).map((number) => [number, attributes[`inputGroup${number}`]]),
      ),
  },
}
