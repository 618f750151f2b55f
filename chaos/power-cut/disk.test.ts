import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Random } from '../../simulator/src/random.ts'
import { createRandom } from '../../simulator/src/random.ts'
import type { Disk } from './disk.ts'
import { blockBytes, openDisk } from './disk.ts'

const dir = mkdtempSync(join(tmpdir(), 'rastro-disk-'))
afterAll(() => rmSync(dir, { recursive: true }))

const blocks = 64
const keepsNothing: Random = { ...createRandom(1), next: () => 0 }

/** A minimal NBD client. */
interface Client {
  write(block: number, byte: string): Promise<void>
  flush(): Promise<void>
  /** The character that fills the block, or '' if it was never written. */
  read(block: number): Promise<string>
  die(): void
}

async function openClient({ socketPath }: Disk): Promise<Client> {
  const socket = connect(socketPath)
  const take = taker(socket)
  await take(18)
  const option = Buffer.alloc(26)
  // No flags; option 7 (go) with six bytes: an empty name and no information requests.
  option.write('IHAVEOPT', 4)
  option.writeUInt32BE(7, 12)
  option.writeUInt32BE(6, 16)
  socket.write(option)
  // Two replies: the description, and the acknowledgement.
  await take(20 + 12 + 20)

  async function query(kind: number, block = 0, length = 0, payload = Buffer.alloc(0)): Promise<Buffer> {
    const head = Buffer.alloc(28)
    head.writeUInt32BE(0x25609513, 0)
    head.writeUInt16BE(kind, 6)
    head.writeBigUInt64BE(BigInt(block * blockBytes), 16)
    head.writeUInt32BE(length, 24)
    socket.write(Buffer.concat([head, payload]))
    await take(16)
    return kind === 0 ? take(length) : payload
  }

  return {
    write: async (block, byte) => {
      await query(1, block, blockBytes, Buffer.alloc(blockBytes, byte))
    },
    flush: async () => {
      await query(3)
    },
    async read(block) {
      const text = (await query(0, block, blockBytes)).toString()
      return new Set(text).size === 1 ? text[0]!.replace('\0', '') : text
    },
    die: () => socket.destroy(),
  }
}

function taker(socket: Socket): (count: number) => Promise<Buffer> {
  let waiting = Buffer.alloc(0)
  let wake = () => {}
  socket.on('data', (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk])
    wake()
  })
  return async (count) => {
    while (waiting.length < count) await new Promise<void>((resolve) => (wake = resolve))
    const taken = waiting.subarray(0, count)
    waiting = waiting.subarray(count)
    return taken
  }
}

async function makeDisk(name: string): Promise<Disk> {
  const file = join(dir, name)
  writeFileSync(file, '')
  truncateSync(file, blocks * blockBytes)
  return openDisk(file, `${file}.sock`)
}

test('flushed blocks survive a power cut, unflushed ones do not', async () => {
  const disk = await makeDisk('ordered')
  const before = await openClient(disk)
  await before.write(1, 'a')
  await before.flush()
  await before.write(1, 'b')
  await before.write(2, 'b')
  expect([await before.read(1), await before.read(2)]).toEqual(['b', 'b'])
  before.die()
  await disk.cut(keepsNothing)

  const after = await openClient(disk)
  expect([await after.read(1), await after.read(2)]).toEqual(['a', ''])
  expect(disk.statistics()).toMatchObject({ writes: 3, flushes: 1, forgottenBlocks: 2 })
  after.die()
  await disk.close()
})

test('without a flush, a random subset of the blocks survives', async () => {
  const disk = await makeDisk('chance')
  const before = await openClient(disk)
  for (let block = 0; block < blocks; block += 1) await before.write(block, 'x')
  before.die()
  await disk.cut(createRandom(1))

  const after = await openClient(disk)
  let kept = ''
  for (let block = 0; block < blocks; block += 1) kept += (await after.read(block)) || '.'
  expect(kept).toMatch(/\.x+\./)
  expect(kept.split('.').length - 1).toBe(disk.statistics().forgottenBlocks)
  after.die()
  await disk.close()
})
