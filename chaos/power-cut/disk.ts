// A disk with a write cache that forgets. What was written stands only in memory until the machine asks for a flush; at a
// power cut the cache is gone, but for blocks that chance had already brought to the plate, in no order. A plain file
// under QEMU would be kinder than a real disk: the host's page cache outlives QEMU, so every write that left the guest
// would be kept, flushed or not. QEMU reaches it by the NBD protocol (fixed newstyle, simple replies) on a Unix socket.

import { closeSync, fstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import type { Socket } from 'node:net'
import { createServer } from 'node:net'
import type { Random } from '../../simulator/src/random.ts'
import { negotiate, replyOf, takeRequest } from './nbd.ts'

/** The guest is told that the disk has sectors of this size, so every request consists of whole blocks. */
export const blockBytes = 4_096

export interface DiskFigures {
  writes: number
  flushes: number
  /** Blocks that were written, not flushed, and gone after a cut. */
  forgottenBlocks: number
}

export interface Disk {
  /** Where QEMU connects. */
  readonly socketPath: string
  /** After the machine was killed: forgets what was not flushed, but for a part of it that chance chooses. */
  cut(random: Random): Promise<void>
  figures(): DiskFigures
  close(): Promise<void>
}

export async function openDisk(file: string, socketPath: string): Promise<Disk> {
  const plate = openSync(file, 'r+')
  const { size } = fstatSync(plate)
  const cache = new Map<number, Buffer>()
  const figures: DiskFigures = { writes: 0, flushes: 0, forgottenBlocks: 0 }
  const lines = new Map<Socket, Promise<void>>()

  function read(offset: number, length: number): Buffer {
    const bytes = Buffer.alloc(length)
    readSync(plate, bytes, 0, length, offset)
    for (let at = 0; cache.size > 0 && at < length; at += blockBytes) {
      cache.get((offset + at) / blockBytes)?.copy(bytes, at)
    }
    return bytes
  }

  function write(offset: number, bytes: Buffer): void {
    figures.writes += 1
    for (let at = 0; at < bytes.length; at += blockBytes) {
      cache.set((offset + at) / blockBytes, bytes.subarray(at, at + blockBytes))
    }
  }

  function flush(): void {
    figures.flushes += 1
    for (const [block, bytes] of cache) keep(block, bytes)
    cache.clear()
  }

  function keep(block: number, bytes: Buffer): void {
    writeSync(plate, bytes, 0, bytes.length, block * blockBytes)
  }

  const server = createServer((line) => {
    line.on('error', () => {})
    lines.set(line, new Promise((resolve) => line.on('close', () => resolve())))
    void serve(line).catch(() => line.destroy())
  })

  async function serve(line: Socket): Promise<void> {
    const bytes = await negotiate(line, size)
    for (;;) {
      const request = await takeRequest(bytes)
      if (!request) break
      const { kind, cookie, offset, length } = request
      if (kind === 'read') line.write(Buffer.concat([replyOf(cookie), read(offset, length)]))
      else {
        if (kind === 'write') write(offset, request.payload)
        else flush()
        line.write(replyOf(cookie))
      }
    }
    line.destroy()
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(socketPath, resolve)
  })

  return {
    socketPath,
    async cut(random) {
      await Promise.all(lines.values())
      lines.clear()
      const kept = random.next()
      for (const [block, bytes] of cache) {
        if (random.next() < kept) keep(block, bytes)
        else figures.forgottenBlocks += 1
      }
      cache.clear()
    },
    figures: () => ({ ...figures }),
    async close() {
      for (const line of lines.keys()) line.destroy()
      await new Promise((resolve) => server.close(resolve))
      closeSync(plate)
      rmSync(socketPath, { force: true })
    },
  }
}
