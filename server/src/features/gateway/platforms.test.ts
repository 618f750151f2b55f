// Other platforms pass on the reports of many devices over one connection.
import type { SocketProtocol } from '@rastro/protocols'
import { socketProtocols } from '@rastro/protocols'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealPacket } from '../../../../protocols/src/egts/packet.ts'
import { imeisOf } from '../../../../simulator/src/identifiers.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { connectTracker, locationAgo, sendDatagram } from '../../../test/tracker.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { RunningGateway } from '../../roles/gateway.ts'
import { startGateway } from '../../roles/gateway.ts'
import { recordLocations } from '../recorder/recorder.consumer.ts'

const [first, second, unknownImei] = imeisOf('35630705', 3) as [string, string, string]
const protocolOf = (name: string): SocketProtocol => socketProtocols.find((one) => one.name === name)!
const { locations: encodeEgts } = protocolOf('egts').encode
const { locations: encodeRetranslated } = protocolOf('wialon-retranslator').encode

let world: World
let gateway: RunningGateway
let recorder: { stop(): void }
let account: MadeAccount

beforeAll(async () => {
  world = await openWorld({
    RASTRO_GATEWAY_HOST: '127.0.0.1',
    RASTRO_GATEWAY_PORT: '0',
    RASTRO_DIRECTIP_NETWORKS: '127.0.0.1',
  })
  gateway = await startGateway(world.ctx)
  recorder = await recordLocations(world.ctx)
  account = await world.make.account()
})
afterAll(async () => {
  await gateway.stop()
  recorder.stop()
  await world.close()
})

test('Wialon Retranslator: a device that is not registered does not hold up the others', async () => {
  const ids = await register([first, second])
  const platform = await connectTracker(gateway.port)
  for (const imei of [first, unknownImei, second])
    platform.send(encodeRetranslated(imei, [locationAgo(60)], 1)[0]!)
  expect(await platform.answer(3)).toBe('111111')
  await expect.poll(() => countStored(ids)).toEqual([1, 1])
  platform.close()
})

test('EGTS: a packet with the reports of several objects is stored for each', async () => {
  const ids = await register(['900001', '900003'])
  const platform = await connectTracker(gateway.port)
  platform.send(packetOf([900_002, 900_001, 900_003, 900_003]))
  const answer = Buffer.from(await platform.answer(16), 'hex')
  // A response to packet 5, with the result 0.
  expect(answer.subarray(11, 14).toString('hex')).toBe('050000')
  await expect.poll(() => countStored(ids)).toEqual([1, 2])
  platform.close()
})

test('AIS: one connection reports for several ships, and so does a datagram', async () => {
  const [one, unknownShip, another] = ['710000025', '710000026', '710000027']
  const ids = await register([one, another])
  const { locations: encode } = protocolOf('ais').encode
  const sentences = (secondsAgo: number) =>
    Buffer.concat([one, unknownShip, another].map((mmsi) => encode(mmsi, [locationAgo(secondsAgo)], 1)[0]!))
  const receiver = await connectTracker(gateway.port)
  receiver.send(sentences(60))
  await expect.poll(() => countStored(ids)).toEqual([1, 1])
  receiver.close()
  await sendDatagram(gateway.port, sentences(90), 200)
  await expect.poll(() => countStored(ids)).toEqual([2, 2])
})

/** The encoder writes those of one device: the records get an object each. */
function packetOf(objects: number[]): Buffer {
  const records = objects.map((object, index) => {
    const [packet] = encodeEgts('', [locationAgo(60 + index)], index)
    const [head, content] = [packet!.subarray(11, 15), packet!.subarray(18, -2)]
    const objectId = Buffer.alloc(4)
    objectId.writeUInt32LE(object)
    return Buffer.concat([head, Buffer.from([1]), objectId, Buffer.from([2, 2]), content])
  })
  return sealPacket(5, 1, Buffer.concat(records))
}

async function register(identifiers: string[]): Promise<string[]> {
  const made = identifiers.map((identifier) => world.make.device(account, { identifier }))
  return (await Promise.all(made)).map(({ id }) => id)
}

async function countStored(deviceIds: string[]): Promise<number[]> {
  const { rows } = await world.superuser.query(
    `select d.id, count(l)::int as count from devices d
     left join locations l on l.account_id = d.account_id and l.device_number = d.number
     where d.id = any($1) group by d.id`,
    [deviceIds],
  )
  return deviceIds.map((id) => rows.find((row) => row.id === id)?.count)
}
