// Objects in a bucket of any server that speaks S3. All operations are idempotent, so each may be retried.

import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { readPieces } from './file-pieces.ts'
import { ObjectDamagedError, ObjectMissingError, RetriableError, StoreRefusalError } from './object-errors.ts'
import { isKey, requireKey, requirePrefix, requireRange } from './object-keys.ts'
import type { KeptVersions, ObjectStore, S3Settings, StoredObject } from './object-store.types.ts'
import type { RetryLimits } from './retry.ts'
import { retry } from './retry.ts'
import type { ListingPage } from './s3-listing.ts'
import { parseErrorCode, parseListing } from './s3-listing.ts'
import type { S3Answer, S3Request } from './s3-request.ts'
import { createSender } from './s3-request.ts'
import type { VersionsPage } from './s3-versions.ts'
import { hasVersions, parseVersions } from './s3-versions.ts'

export interface S3Limits extends RetryLimits {
  /** Of each try; a second is added for each megabyte. */
  timeoutMs: number
  /** Objects in a page of a list. */
  pageObjects: number
}

const usualLimits: S3Limits = {
  tries: 5,
  firstPauseMs: 200,
  maxPauseMs: 5_000,
  timeoutMs: 10_000,
  pageObjects: 1_000,
}

/** Answers without content: of those that fail, only the start is read. */
const maxAnswerBytes = 16_384
/** 1,000 keys of 1,024 characters, each as an entity. */
const maxListBytes = 10_000_000
/** Of an object that is written once or twice. */
const maxVersionPages = 100
const bucketName = /^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/

export function createS3Store(settings: S3Settings, limits = usualLimits): ObjectStore {
  if (!bucketName.test(settings.bucket))
    throw new Error(`"${settings.bucket}" cannot be the name of a bucket.`)
  if (settings.prefix !== '') requireKey(settings.prefix)
  const send = createSender(settings, limits.timeoutMs)
  const prefixPath = settings.prefix && `${settings.prefix}/`
  const encryptionHeaders = headersFor(settings)

  function pathOf(key: string): string {
    requireKey(key)
    return prefixPath + key
  }

  async function put(key: string, file: string): Promise<void> {
    const path = pathOf(key)
    const handle = await open(file)
    try {
      const { size: bytes } = await handle.stat()
      const upload = { file: handle, bytes, sha256: await hashOf(handle, bytes) }
      const request: S3Request = {
        method: 'PUT',
        path,
        headers: encryptionHeaders,
        upload,
        maxAnswerBytes,
      }
      await retry(limits, undefined, async () => requireSuccess(await send(request), request))
      // Not the upload is repeated, but the question: some servers show a new object late.
      await retry(limits, undefined, () => requireStored(path, bytes))
    } finally {
      await handle.close()
    }
  }

  async function requireStored(path: string, bytes: number): Promise<void> {
    const found = await findSize(path)
    if (found === bytes) return
    throw new RetriableError(`The store confirmed ${bytes} bytes of "${path}", but has ${found ?? 'none'}.`)
  }

  async function findSize(path: string): Promise<number | undefined> {
    const request: S3Request = { method: 'HEAD', path, maxAnswerBytes }
    const answer = await send(request)
    if (answer.status === 404) {
      await requireBucket()
      return undefined
    }
    requireSuccess(answer, request)
    const length = answer.headers['content-length'] ?? ''
    if (!/^\d{1,15}$/.test(length)) throw new RetriableError(`The store does not know the size of "${path}".`)
    return Number(length)
  }

  /** A HEAD of an object has no body, and so the same answer if the bucket does not exist. */
  async function requireBucket(): Promise<void> {
    const request: S3Request = { method: 'HEAD', path: '', maxAnswerBytes }
    const answer = await send(request)
    // An access key may be allowed to use objects only.
    if (answer.status !== 403) requireSuccess(answer, request)
  }

  function read(key: string, offset: number, length: number, signal?: AbortSignal): Promise<Buffer> {
    requireRange(offset, length)
    const request: S3Request = {
      method: 'GET',
      path: pathOf(key),
      headers: { range: `bytes=${offset}-${offset + length - 1}` },
      maxAnswerBytes: length,
    }
    return retry(limits, signal, async () => {
      const answer = await send(request, signal)
      if (isMissing(answer)) throw new ObjectMissingError(key)
      if (answer.status === 416 || endsBefore(answer, offset, length)) {
        throw new ObjectDamagedError(key, offset, length)
      }
      requireSuccess(answer, request)
      requireRangeOf(answer, offset, length)
      return answer.body
    })
  }

  async function remove(key: string): Promise<void> {
    const request: S3Request = { method: 'DELETE', path: pathOf(key), maxAnswerBytes }
    await retry(limits, undefined, async () => {
      const answer = await send(request)
      if (isMissing(answer)) return
      requireSuccess(answer, request)
      if ((await findSize(request.path)) !== undefined)
        throw new RetriableError(`The store confirmed the removal of "${request.path}", but still has it.`)
    })
    await removeVersions(pathOf(key))
  }

  async function removeVersions(path: string): Promise<void> {
    for (let pages = 0; pages < maxVersionPages; pages += 1) {
      const page = await retry(limits, undefined, () => getVersions(path))
      if (!page) return
      const own = page.versions.filter(({ key }) => key === path)
      for (const { versionId } of own) {
        const request: S3Request = { method: 'DELETE', path, query: { versionId }, maxAnswerBytes }
        await retry(limits, undefined, async () => {
          const answer = await send(request)
          if (!isMissing(answer)) requireSuccess(answer, request)
        })
      }
      // Those of the key come first.
      if (own.length === 0 || !page.isTruncated) return
    }
    throw new StoreRefusalError(`The object store still has versions of "${path}".`)
  }

  /** Undefined if the server has no versions, or does not let us see them. */
  async function getVersions(prefix: string): Promise<VersionsPage | undefined> {
    const query = { versions: '', prefix, 'max-keys': String(limits.pageObjects) }
    const request: S3Request = { method: 'GET', path: '', query, maxAnswerBytes: maxListBytes }
    const answer = await send(request)
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) return undefined
    if (answer.status === 501) return undefined
    requireSuccess(answer, request)
    return parseVersions(answer.body.toString())
  }

  async function findVersions(): Promise<KeptVersions> {
    return retry(limits, undefined, async () => {
      const request: S3Request = { method: 'GET', path: '', query: { versioning: '' }, maxAnswerBytes }
      const answer = await send(request)
      if ((answer.status >= 400 && answer.status < 500 && answer.status !== 429) || answer.status === 501)
        return 'none'
      requireSuccess(answer, request)
      if (!hasVersions(answer.body.toString())) return 'none'
      return (await getVersions(`${prefixPath}a`)) ? 'removed' : 'kept'
    })
  }

  async function* list(prefix: string): AsyncGenerator<StoredObject> {
    requirePrefix(prefix)
    let token: string | undefined
    do {
      const former = token
      const page = await retry(limits, undefined, () => getPage(prefixPath + prefix, former))
      for (const { key: path, bytes, modifiedAt } of page.objects) {
        const key = path.slice(prefixPath.length)
        if (isKey(key)) yield { key, bytes, modifiedAt }
      }
      token = page.nextToken
    } while (token !== undefined)
  }

  async function getPage(prefix: string, token: string | undefined): Promise<ListingPage> {
    const request: S3Request = {
      method: 'GET',
      path: '',
      query: {
        'list-type': '2',
        'max-keys': String(limits.pageObjects),
        prefix,
        ...(token !== undefined && { 'continuation-token': token }),
      },
      maxAnswerBytes: maxListBytes,
    }
    const answer = await send(request)
    requireSuccess(answer, request)
    const page = parseListing(answer.body.toString())
    const isForeign = page.objects.some(({ key }) => !key.startsWith(prefix))
    const isSame = token !== undefined && page.nextToken === token
    if (isForeign || isSame) throw new RetriableError('The store answered with another list.')
    return page
  }

  const size = (key: string) => retry(limits, undefined, () => findSize(pathOf(key)))
  return { put, read, size, remove, list, findVersions }
}

function headersFor({ encryption, kmsKeyId }: S3Settings): Record<string, string> {
  return {
    ...(encryption && { 'x-amz-server-side-encryption': encryption }),
    ...(encryption === 'aws:kms' && kmsKeyId && { 'x-amz-server-side-encryption-aws-kms-key-id': kmsKeyId }),
  }
}

/** The server compares it with what it receives, and it is part of the signature. */
async function hashOf(file: FileHandle, bytes: number): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of readPieces(file, bytes)) hash.update(piece)
  return hash.digest('hex')
}

function isMissing({ status, body }: S3Answer): boolean {
  return status === 404 && parseErrorCode(body.toString()) !== 'NoSuchBucket'
}

function requireSuccess({ status, body }: S3Answer, { method, path }: S3Request): void {
  if (status >= 200 && status < 300) return
  const what = `${method} ${path || 'the bucket'}`
  const answer = `${status} ${parseErrorCode(body.toString())}`.trim()
  if (status >= 500 || status === 429) throw new RetriableError(`The store answered ${answer} to ${what}.`)
  throw new StoreRefusalError(
    `The object store refused ${what}: ${answer}. Check its endpoint, region, bucket and access key, and the clock.`,
  )
}

interface AnsweredRange {
  first: number
  last: number
  /** Undefined if the server does not know. */
  objectBytes: number | undefined
}

function rangeOf({ status, headers }: S3Answer): AnsweredRange | undefined {
  const [, first, last, total] =
    /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(headers['content-range'] ?? '') ?? []
  if (status !== 206 || total === undefined) return undefined
  return { first: Number(first), last: Number(last), objectBytes: total === '*' ? undefined : Number(total) }
}

/** The server sent what there is, and states that it is all. */
function endsBefore(answer: S3Answer, offset: number, length: number): boolean {
  const range = rangeOf(answer)
  if (range?.objectBytes === undefined || range.objectBytes >= offset + length) return false
  return range.first === offset && range.last === range.objectBytes - 1
}

function requireRangeOf(answer: S3Answer, offset: number, length: number): void {
  const range = rangeOf(answer)
  const isRight = range?.first === offset && range.last === offset + length - 1
  if (isRight && answer.body.length === length) return
  throw new RetriableError(`The store answered with other bytes than the ${length} at ${offset}.`)
}
