// How the S3 store behaves when its server fails, whatever it asks for.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { StoreRefusalError } from './object-errors.ts'
import type { S3Settings } from './object-store.types.ts'
import { createS3Store } from './s3-store.ts'
import { expectUnavailable, failureOf } from './testing/failures.ts'
import { listKeys } from './testing/files.ts'
import type { Fault } from './testing/hostile-s3.ts'
import { bucket, openHostileS3, secretAccessKey, sendError } from './testing/hostile-s3.ts'
import type { HostileStore } from './testing/hostile-store.ts'
import { limits, openHostileStore, status, times } from './testing/hostile-store.ts'
import { signatureOf } from './testing/signature.ts'

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

describe('a request', () => {
  test('is signed as the server expects it', async () => {
    await world.store.put('x=1/y.parquet', made.path)
    expect(world.server.objects.get(world.pathOf('x=1/y.parquet'))?.equals(made.bytes)).toBe(true)
    expect((await world.store.read('x=1/y.parquet', 5, 10)).equals(made.bytes.subarray(5, 15))).toBe(true)
    expect(await world.store.size('x=1/y.parquet')).toBe(100_000)
    expect(await listKeys(world.store, 'x=1/')).toEqual(['x=1/y.parquet'])
    await world.store.remove('x=1/y.parquet')
    expect(await world.store.size('x=1/y.parquet')).toBeUndefined()
  })

  test('is refused with another secret', async () => {
    const other = createS3Store({ ...world.settings, secretAccessKey: 'another' }, limits)
    await expect(other.size('a=1/b')).rejects.toThrow(StoreRefusalError)
  })

  test('may go to an endpoint below a path', async () => {
    const below = createS3Store({ ...world.settings, endpoint: `${world.server.endpoint}/s3/` }, limits)
    await failureOf(below.remove('a=1/b'))
    expect(world.server.requests[0]?.url).toBe(`/s3/${bucket}/rastro/history/a%3D1/b`)
  })

  test('asks for encryption by the server', async () => {
    const encrypted = (more: Partial<S3Settings>) => createS3Store({ ...world.settings, ...more }, limits)
    await encrypted({ encryption: 'AES256', kmsKeyId: 'ignored' }).put('a', made.path)
    await encrypted({ encryption: 'aws:kms' }).put('b', made.path)
    await encrypted({ encryption: 'aws:kms', kmsKeyId: 'alias/rastro' }).put('c', made.path)
    const puts = world.server.requests.filter(({ method }) => method === 'PUT')
    const name = 'x-amz-server-side-encryption'
    expect(puts.map(({ headers }) => [headers[name], headers[`${name}-aws-kms-key-id`]])).toEqual([
      ['AES256', undefined],
      ['aws:kms', undefined],
      ['aws:kms', 'alias/rastro'],
    ])
    expect(
      world.server.requests.filter(({ method, headers }) => method !== 'PUT' && name in headers),
    ).toEqual([])
  })

  test.each([429, 500, 502, 503, 504])('is repeated after %i', async (code) => {
    world.server.faults.push(status(code, 'SlowDown'), status(code))
    expect(await world.store.size('a=1/b')).toBe(100_000)
    expect(world.methods()).toEqual(['HEAD', 'HEAD', 'HEAD'])
  })

  test('fails as unavailable after the last try', async () => {
    world.server.faults.push(...times(3, status(503, 'SlowDown')))
    await expectUnavailable(world.store.read('a=1/b', 0, 1), /503 SlowDown to GET rastro\/history\/a=1\/b/)
    expect(world.methods()).toHaveLength(3)
  })

  test.each([
    [400, 'BadDigest'],
    [403, 'AccessDenied'],
    [404, 'NoSuchBucket'],
    [412, 'PreconditionFailed'],
    [301, 'PermanentRedirect'],
  ])('is not repeated after %i %s', async (code, name) => {
    const works = [
      () => world.store.put('new', made.path),
      () => world.store.read('a=1/b', 0, 1),
      () => world.store.remove('a=1/b'),
      () => listKeys(world.store),
    ]
    for (const work of works) {
      world.server.requests.length = 0
      world.server.faults.push(status(code, name))
      const { error } = await failureOf(work())
      expect(error).toBeInstanceOf(StoreRefusalError)
      expect(error.message).toContain(`${code} ${name}`)
      expect(world.server.requests).toHaveLength(1)
    }
    expect(world.server.objects.has(world.pathOf('a=1/b'))).toBe(true)
  })

  test('follows no redirect', async () => {
    let wasReached = false
    const trap = createServer((_, response) => {
      wasReached = true
      response.end()
    })
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
    const location = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/`
    for (const work of [() => world.store.read('a=1/b', 0, 1), () => world.store.put('a', made.path)]) {
      world.server.faults.push(({ response }) => response.writeHead(307, { location }).end())
      await expect(work()).rejects.toThrow('refused')
    }
    await new Promise((resolve) => trap.close(resolve))
    expect(wasReached).toBe(false)
  })

  test('is repeated when the connection breaks', async () => {
    world.server.faults.push(({ request }) => request.socket.destroy())
    expect(await world.store.size('a=1/b')).toBe(100_000)
    const closed = await openHostileS3()
    await closed.close()
    const gone = createS3Store({ ...world.settings, endpoint: closed.endpoint }, limits)
    await expectUnavailable(gone.size('a'), /ECONNREFUSED/)
  })

  test('is repeated when the answer is late, at its start or later', async () => {
    const stall: Fault = ({ response }) => {
      response.writeHead(206, { 'content-length': 10, 'content-range': 'bytes 0-9/100000' })
      response.write(made.bytes.subarray(0, 5))
    }
    const impatient = createS3Store(world.settings, { ...limits, timeoutMs: 1_000 })
    world.server.faults.push(() => {}, stall)
    expect((await impatient.read('a=1/b', 0, 10)).equals(made.bytes.subarray(0, 10))).toBe(true)
    world.server.faults.push(...times(3, () => {}))
    await expectUnavailable(
      impatient.size('a=1/b'),
      /HEAD rastro\/history\/a=1\/b is not complete after 10\d\d ms/,
    )
  })

  test('ends when the caller aborts, and is not repeated', async () => {
    const abort = new AbortController()
    const reason = new Error('the client is gone')
    world.server.faults.push(() => abort.abort(reason))
    await expect(world.store.read('a=1/b', 0, 10, abort.signal)).rejects.toBe(reason)
    expect(world.methods()).toEqual(['GET'])
  })

  test('a pause ends when the caller aborts', async () => {
    const patient = createS3Store(world.settings, {
      ...limits,
      firstPauseMs: 10_000_000,
      maxPauseMs: 10_000_000,
    })
    const abort = new AbortController()
    const reason = new Error('the client is gone')
    world.server.faults.push(({ response }) => {
      sendError(response, 500, '')
      setTimeout(() => abort.abort(reason), 50)
    })
    await expect(patient.read('a=1/b', 0, 10, abort.signal)).rejects.toBe(reason)
  })

  test('no error contains the secret', async () => {
    const stores = [
      world.store,
      createS3Store({ ...world.settings, accessKeyId: 'unknown' }, limits),
      createS3Store({ ...world.settings, endpoint: 'http://127.0.0.1:1' }, limits),
    ]
    world.server.faults.push(
      status(403, 'SignatureDoesNotMatch'),
      ...times(3, ({ request }) => request.socket.destroy()),
    )
    const works = stores.flatMap((one) => [
      () => one.read('a=1/b', 0, 200_000),
      () => one.size('a'),
      () => one.put('a', made.path),
    ])
    for (const work of works) {
      const { error, text } = await failureOf(work())
      if (error.message === 'It succeeded.') continue
      expect(text).not.toContain(secretAccessKey)
    }
    const withPassword = { ...world.settings, endpoint: `http://user:${secretAccessKey}@127.0.0.1` }
    expect(() => createS3Store(withPassword)).toThrow(/^The endpoint of the object store has to look like/)
  })
})

test.each<[string, Partial<S3Settings>, RegExp]>([
  ['an endpoint without a scheme', { endpoint: 's3.example.com' }, /endpoint/],
  ['an endpoint with a query', { endpoint: 'https://s3.example.com?a=b' }, /endpoint/],
  ['an endpoint with a password', { endpoint: 'https://user:password@s3.example.com' }, /endpoint/],
  ['another scheme', { endpoint: 'ftp://s3.example.com' }, /endpoint/],
  ['a bucket with a slash', { bucket: 'a/b' }, /bucket/],
  ['a bucket of dots', { bucket: '...' }, /bucket/],
  ['a prefix that goes up', { prefix: '../a' }, /key/],
  ['a prefix with a slash at its end', { prefix: 'a/' }, /key/],
])('refuses %s', (_, wrong, fault) => {
  expect(() => createS3Store({ ...world.settings, ...wrong })).toThrow(fault)
})

test('the signatures of the tests are those of the documentation of S3', () => {
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;x-amz-content-sha256;x-amz-date,Signature=0',
  }
  const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
  expect(signatureOf({ method: 'GET', url: '/?max-keys=2&prefix=J', headers }, secret)).toBe(
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  )
  expect(signatureOf({ method: 'GET', url: '/?lifecycle', headers }, secret)).toBe(
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  )
})
