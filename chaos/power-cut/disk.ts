// A disk with a volatile write cache. Writes stay in memory until the machine requests a flush; a power cut discards
// the cache, except for a random subset of blocks. A plain file under QEMU would be too kind: the host's page cache
// outlives QEMU, so every write that left the guest would survive, flushed or not. QEMU connects by the NBD protocol
// (fixed newstyle, simple replies) on a Unix socket.

import { closeSync, fstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import type { Socket } from 'node:net'
import { createServer } from 'node:net'
import type { Random } from '../../simulator/src/random.ts'
import { negotiate, replyOf, takeRequest } from './nbd.ts'

/** The sector size reported to the guest, so that every request consists of whole blocks. */
export const blockBytes = 4_096

export interface DiskStatistics {
  writes: number
  flushes: number
  /** Blocks that were written, not flushed, and lost in a cut. */
  forgottenBlocks: number
}

export interface Disk {
  /** Where QEMU connects. */
  readonly socketPath: string
  /** After the machine was killed: discards unflushed blocks, except for a random subset. */
  cut(random: Random): Promise<void>
  statistics(): DiskStatistics
  close(): Promise<void>
}

export async function openDisk(file: string, socketPath: string): Promise<Disk> {
  const plate = openSync(file, 'r+')
  const { size } = fstatSync(plate)
  const cache = new Map<number, Buffer>()
  const statistics: DiskStatistics = { writes: 0, flushes: 0, forgottenBlocks: 0 }
  const connections = new Map<Socket, Promise<void>>()

  function read(offset: number, length: number): Buffer {
    const bytes = Buffer.alloc(length)
    readSync(plate, bytes, 0, length, offset)
    for (let at = 0; cache.size > 0 && at < length; at += blockBytes) {
      cache.get((offset + at) / blockBytes)?.copy(bytes, at)
    }
    return bytes
  }

  function write(offset: number, bytes: Buffer): void {
    statistics.writes += 1
    for (let at = 0; at < bytes.length; at += blockBytes) {
      cache.set((offset + at) / blockBytes, bytes.subarray(at, at + blockBytes))
    }
  }

  function flush(): void {
    statistics.flushes += 1
    for (const [block, bytes] of cache) keep(block, bytes)
    cache.clear()
  }

  function keep(block: number, bytes: Buffer): void {
    writeSync(plate, bytes, 0, bytes.length, block * blockBytes)
  }

  const server = createServer((connection) => {
    connection.on('error', () => {})
    connections.set(connection, new Promise((resolve) => connection.on('close', () => resolve())))
    serve(connection).catch(() => connection.destroy())
  })

  async function serve(connection: Socket): Promise<void> {
    const bytes = await negotiate(connection, size)
    for (;;) {
      const request = await takeRequest(bytes)
      if (!request) break
      const { kind, cookie, offset, length } = request
      if (kind === 'read') connection.write(Buffer.concat([replyOf(cookie), read(offset, length)]))
      else {
        if (kind === 'write') write(offset, request.payload)
        else flush()
        connection.write(replyOf(cookie))
      }
    }
    connection.destroy()
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(socketPath, resolve)
  })

  return {
    socketPath,
    async cut(random) {
      await Promise.all(connections.values())
      connections.clear()
      const kept = random.next()
      for (const [block, bytes] of cache) {
        if (random.next() < kept) keep(block, bytes)
        else statistics.forgottenBlocks += 1
      }
      cache.clear()
    },
    statistics: () => ({ ...statistics }),
    async close() {
      for (const connection of connections.keys()) connection.destroy()
      await new Promise((resolve) => server.close(resolve))
      closeSync(plate)
      rmSync(socketPath, { force: true })
    },
  }
}
