// How the S3 store reads, stores and lists when its server fails or lies.

import { once } from 'node:events'
import { truncate } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ObjectDamagedError, ObjectMissingError } from './object-errors.ts'
import { expectUnavailable } from './testing/failures.ts'
import { listKeys } from './testing/files.ts'
import type { Fault } from './testing/hostile-s3.ts'
import type { HostileStore } from './testing/hostile-store.ts'
import { openHostileStore, status, times } from './testing/hostile-store.ts'

let world: HostileStore
let made: { path: string; bytes: Buffer }
beforeAll(async () => {
  world = await openHostileStore()
  made = await world.make(100_000)
})
afterAll(() => world.close())
beforeEach(() => {
  world.reset()
  world.server.objects.set(world.pathOf('a=1/b'), made.bytes)
})
afterEach(() => {
  expect(world.server.faults.splice(0)).toEqual([])
})

/** Answers a range request with these bytes, and with this header. */
const range =
  (bytes: Buffer, contentRange: string, more: { statedBytes?: number } = {}): Fault =>
  ({ response }) => {
    const length = more.statedBytes ?? bytes.length
    response.writeHead(206, { 'content-length': length, 'content-range': contentRange })
    response.write(bytes)
    if (length === bytes.length) response.end()
    else setTimeout(() => response.destroy(), 20)
  }

describe('a range', () => {
  const bytes = () => made.bytes.subarray(10, 30)
  const good = 'bytes 10-29/100000'

  test.each<[string, () => Fault, RegExp]>([
    ['is truncated', () => range(bytes().subarray(0, 7), good, { statedBytes: 20 }), /aborted|ECONNRESET/],
    ['is shorter', () => range(bytes().subarray(0, 7), good), /other bytes than the 20 at 10/],
    ['is longer', () => range(made.bytes.subarray(10, 31), good), /longer than the 20 bytes/],
    ['is another', () => range(made.bytes.subarray(0, 20), 'bytes 0-19/100000'), /other bytes/],
    ['ends elsewhere', () => range(bytes(), 'bytes 10-28/100000'), /other bytes/],
    ['is not described', () => range(bytes(), ''), /other bytes/],
    [
      'is the whole object',
      () =>
        ({ response }) =>
          response.writeHead(200, { 'content-length': 100_000 }).end(made.bytes),
      /longer than the 20 bytes/,
    ],
    [
      'has the status of a whole object',
      () =>
        ({ response }) =>
          response.writeHead(200, { 'content-range': good }).end(bytes()),
      /other bytes/,
    ],
  ])('that %s is asked for again, and is an error in the end', async (_, fault, cause) => {
    world.server.faults.push(fault())
    expect((await world.store.read('a=1/b', 10, 20)).equals(bytes())).toBe(true)
    expect(world.methods()).toEqual(['GET', 'GET'])
    world.server.faults.push(...times(3, fault()))
    await expectUnavailable(world.store.read('a=1/b', 10, 20), cause)
  })

  test('without an end is not read further', async () => {
    let sentBytes = 0
    async function* pieces() {
      for (; sentBytes < 500_000_000; sentBytes += 65_536) yield Buffer.alloc(65_536)
    }
    const endless: Fault = ({ response }) => {
      response.writeHead(206, { 'content-range': good })
      return pipeline(pieces, response)
    }
    world.server.faults.push(endless)
    expect((await world.store.read('a=1/b', 10, 20)).equals(bytes())).toBe(true)
    expect(sentBytes).toBeLessThan(50_000_000)
  })

  test('of a shorter object is damage, not a matter of another try', async () => {
    await expect(world.store.read('a=1/b', 99_990, 11)).rejects.toThrow(ObjectDamagedError)
    await expect(world.store.read('a=1/b', 100_000, 1)).rejects.toThrow(ObjectDamagedError)
    await expect(world.store.read('a=1/c', 0, 1)).rejects.toThrow(ObjectMissingError)
    world.server.objects.set(world.pathOf('empty'), Buffer.alloc(0))
    await expect(world.store.read('empty', 0, 1)).rejects.toThrow(ObjectDamagedError)
    expect(world.methods()).toHaveLength(4)
  })
})

test('an object is missing also if the access key may not ask for the bucket', async () => {
  world.server.faults.push(status(404), status(403))
  expect(await world.store.size('a=1/b')).toBeUndefined()
  expect(world.server.requests.at(-1)?.url).toBe('/history')
})

test('a removal succeeds if the server does not know the object', async () => {
  world.server.faults.push(status(404, 'NoSuchKey'))
  await world.store.remove('a=1/b')
  expect(world.methods()).toEqual(['DELETE', 'GET'])
})

test('a removal is repeated if the server confirms it, but still has the object', async () => {
  world.server.faults.push(status(200))
  await world.store.remove('a=1/b')
  expect(world.server.objects.has(world.pathOf('a=1/b'))).toBe(false)
  world.server.objects.set(world.pathOf('a=1/b'), made.bytes)
  world.server.faults.push(...Array.from({ length: 3 }, () => [status(200), ...behaving(1)]).flat())
  await expectUnavailable(world.store.remove('a=1/b'), /still has it/)
})

/** A removal asks for the object, and for the bucket, before it asks for versions. */
const behaving = (count: number) =>
  Array.from(
    { length: count },
    (): Fault =>
      ({ behave }) =>
        behave(),
  )

describe('a bucket that keeps versions', () => {
  beforeEach(() => {
    world.server.versions = []
  })
  afterEach(() => {
    world.server.versions = undefined
  })

  test('loses all of a removed object, and none of others', async () => {
    for (let times = 0; times < 4; times += 1) await world.store.put('v=1/part', made.path)
    await world.store.put('v=1/part2', made.path)
    await world.store.remove('v=1/part')
    expect(world.server.versions).toEqual([{ path: world.pathOf('v=1/part2'), id: expect.any(String) }])
    expect(await world.store.findVersions()).toBe('removed')
  })

  test('counts as one that keeps them if the access key cannot list them', async () => {
    world.server.faults.push(({ behave }) => behave(), status(403))
    expect(await world.store.findVersions()).toBe('kept')
    await world.store.put('v=1/part', made.path)
    world.server.faults.push(...behaving(3), status(403))
    await world.store.remove('v=1/part')
    expect(world.server.versions).toHaveLength(2)
  })

  test('fails a removal if the access key cannot remove them', async () => {
    await world.store.put('v=1/part', made.path)
    world.server.faults.push(...behaving(4), status(403, 'AccessDenied'))
    await expect(world.store.remove('v=1/part')).rejects.toThrow(/AccessDenied/)
    await world.store.remove('v=1/part')
    expect(world.server.versions).toEqual([])
  })
})

test('a server that knows nothing of versions keeps none', async () => {
  expect(await world.store.findVersions()).toBe('none')
  world.server.faults.push(status(501, 'NotImplemented'))
  expect(await world.store.findVersions()).toBe('none')
})

describe('an upload', () => {
  test('is not sent to a server that refuses it', async () => {
    let socket: Socket | undefined
    let receivedBytes = 0
    world.server.faults.push(async ({ request }) => {
      socket = request.socket
      request.on('data', (piece) => {
        receivedBytes += piece.length
      })
      await sleep(100)
      // Unlike Node, some servers leave the connection open.
      socket.write('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n')
    })
    await expect(world.store.put('new', made.path)).rejects.toThrow('403')
    expect(world.methods()).toEqual(['PUT'])
    expect(receivedBytes).toBe(0)
    // The server still expects the file on this connection, so it cannot serve another request.
    await expect.poll(() => socket?.destroyed).toBe(true)
  })

  test('is sent as soon as the server asks for it', async () => {
    let waitedMs = 0
    world.server.faults.push(async ({ request, response, behave }) => {
      const askedAt = performance.now()
      response.writeContinue()
      await once(request, 'readable')
      waitedMs = performance.now() - askedAt
      await behave()
    })
    await world.store.put('asked', made.path)
    expect(world.server.requests[0]?.headers.expect).toBe('100-continue')
    expect(waitedMs).toBeLessThan(900)
  })

  test('reaches a server that does not ask for it', async () => {
    world.server.faults.push(async ({ request, response, behave }) => {
      // Nothing arrives until the client has waited long enough.
      await once(request, 'readable')
      response.writeContinue()
      await behave()
    })
    await world.store.put('unasked', made.path)
    expect(world.server.objects.get(world.pathOf('unasked'))?.equals(made.bytes)).toBe(true)
  })

  test('is repeated in full when it breaks', async () => {
    const large = await world.make(3_000_000)
    const breakMidway: Fault = ({ request, response }) => {
      response.writeContinue()
      request.once('data', () => request.socket.destroy())
    }
    world.server.faults.push(breakMidway, status(500))
    await world.store.put('large', large.path)
    expect(world.server.objects.get(world.pathOf('large'))?.equals(large.bytes)).toBe(true)
    expect(world.methods()).toEqual(['PUT', 'PUT', 'PUT', 'HEAD'])
  })

  test('that was altered or cut on its way is refused by the server', async () => {
    const altered: Fault = async ({ receive, behave }) => {
      const body = await receive()
      body[50_000]! ^= 1
      await behave(body)
    }
    const cut: Fault = async ({ receive, behave }) => behave((await receive()).subarray(0, 99_999))
    for (const fault of [altered, cut]) {
      world.server.faults.push(fault)
      await expect(world.store.put('new', made.path)).rejects.toThrow('400 XAmzContentSHA256Mismatch')
    }
    expect(world.server.objects.has(world.pathOf('new'))).toBe(false)
  })

  test('that was confirmed but not stored is an error', async () => {
    const lie: Fault = async ({ receive, response }) => {
      await receive()
      response.end()
    }
    world.server.faults.push(lie)
    await expectUnavailable(world.store.put('new', made.path), /confirmed 100000 bytes of .*, but has none/)
    world.server.objects.set(world.pathOf('new'), made.bytes.subarray(0, 7))
    world.server.faults.push(lie)
    await expectUnavailable(world.store.put('new', made.path), /confirmed 100000 bytes of .*, but has 7/)
  })

  test('may become visible late', async () => {
    world.server.faults.push(
      ({ behave }) => behave(),
      status(404),
      ({ response }) => response.end(),
    )
    await world.store.put('late', made.path)
    expect(world.methods()).toEqual(['PUT', 'HEAD', 'HEAD', 'HEAD'])
  })

  test('fails if the file becomes shorter meanwhile', async () => {
    const shrinking = await world.make(5_000_000)
    const shrink: Fault = async ({ behave }) => {
      await truncate(shrinking.path, 1_000)
      await behave()
    }
    world.server.faults.push(shrink)
    await expectUnavailable(world.store.put('new', shrinking.path), /became shorter/)
    expect(world.server.objects.has(world.pathOf('new'))).toBe(false)
  })
})

describe('a list', () => {
  beforeEach(() => {
    for (const key of ['l/1', 'l/2', 'l/3', 'l/4', 'l/5', 'm/1'])
      world.server.objects.set(world.pathOf(key), made.bytes)
  })

  test('has all pages', async () => {
    expect(await listKeys(world.store, 'l/')).toEqual(['l/1', 'l/2', 'l/3', 'l/4', 'l/5'])
    expect(world.methods()).toEqual(['GET', 'GET', 'GET'])
  })

  test('asks for a page when it is needed', async () => {
    for await (const { key } of world.store.list('l/')) if (key === 'l/2') break
    expect(world.methods()).toEqual(['GET'])
  })

  test('leaves out what `put` could not have stored', async () => {
    world.server.objects.set(world.pathOf('l/.hidden'), made.bytes)
    world.server.objects.set(world.pathOf('l/'), made.bytes)
    world.server.objects.set(world.pathOf('l/a%20b'), made.bytes)
    expect(await listKeys(world.store, 'l/')).toEqual(['l/1', 'l/2', 'l/3', 'l/4', 'l/5'])
  })

  test.each<[string, Fault]>([
    ['500', status(500)],
    ['a page of a proxy', ({ response }) => response.end('<html></html>')],
    [
      'half a list',
      ({ response }) =>
        response.end('<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>l/1</Key>'),
    ],
    [
      'a list of something else',
      ({ response }) =>
        response.end(
          '<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>other/1</Key><Size>1</Size><LastModified>2026-03-01T10:00:00Z</LastModified></Contents></ListBucketResult>',
        ),
    ],
  ])('repeats a page after %s', async (_, fault) => {
    world.server.faults.push(({ behave }) => behave(), fault)
    expect(await listKeys(world.store, 'l/')).toHaveLength(5)
    world.server.faults.push(({ behave }) => behave(), ...times(3, fault))
    await expectUnavailable(listKeys(world.store, 'l/'), /answered|cannot be read/)
  })

  test('that never advances ends', async () => {
    const same: Fault = ({ response }) =>
      response.end(
        '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken></ListBucketResult>',
      )
    world.server.faults.push(...times(4, same))
    await expectUnavailable(listKeys(world.store, 'l/'), /another list/)
  })
})
