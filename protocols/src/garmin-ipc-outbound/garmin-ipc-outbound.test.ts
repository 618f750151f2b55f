import { expect, test } from 'vitest'
import type { Location } from '../protocol.types.ts'
import type { HttpSample } from '../testing/samples.ts'
import { decodeHttpSample, readSamples } from '../testing/samples.ts'
import { garminIpcOutbound } from './garmin-ipc-outbound.ts'

test.each(readSamples<HttpSample>('garmin-ipc-outbound'))('$title', (sample) => {
  const { decoded, accept, refuse } = sample
  expect(decodeHttpSample(garminIpcOutbound, sample)).toStrictEqual({ decoded, accept, refuse })
})

test('decodes an SOS, its end and a text of a simulated device', () => {
  const at = { fixedAt: new Date('2026-05-04T10:20:30Z'), latitude: 1, longitude: 2, valid: true }
  const sent: Location[] = [
    { ...at, alarms: ['sos', 'lowBattery'], attributes: {} },
    { ...at, alarms: ['sosCancelled'], attributes: {} },
    { ...at, alarms: [], attributes: { text: 'On my way' } },
  ]
  const [request] = garminIpcOutbound.encode.locations('300434030000017', sent)
  const [decoded] = garminIpcOutbound.decodeRequest(request!, new Date()).decoded
  expect(decoded).toMatchObject({
    kind: 'locations',
    locations: sent.map(({ alarms, attributes }) => ({ alarms, attributes })),
  })
})
