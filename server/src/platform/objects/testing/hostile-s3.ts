// An S3 server in memory that checks signatures and hashes, and fails in the ways real ones do.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { readAuthorization, sha256, signatureOf } from './signature.ts'

export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  /** Asks for the body if the client waits with it, and receives it. */
  receive(): Promise<Buffer>
  /** Behaves, with this body. */
  behave(body?: Buffer): Promise<void>
}

export type Fault = (exchange: Exchange) => unknown

export interface HostileS3 {
  endpoint: string
  /** By bucket and key: `bucket/a/b`. */
  objects: Map<string, Buffer>
  requests: { method: string; url: string; headers: IncomingMessage['headers'] }[]
  /** Versions that the bucket keeps, oldest first; undefined if it keeps none. */
  versions: { path: string; id: string }[] | undefined
  /** Each replaces the answer to one request, in order. */
  faults: Fault[]
  close(): Promise<void>
}

export const bucket = 'history'
export const accessKeyId = 'AKIDEXAMPLE'
export const secretAccessKey = 'wJalr/XUtnFEMI+K7MDENG=secret'

export async function openHostileS3(): Promise<HostileS3> {
  const objects = new Map<string, Buffer>()
  const requests: HostileS3['requests'] = []
  const faults: Fault[] = []
  let lastVersion = 0

  async function handle(request: IncomingMessage, response: ServerResponse, waits: boolean): Promise<void> {
    const { method = '', url = '', headers } = request
    requests.push({ method, url, headers })
    const receive = () => {
      if (waits) response.writeContinue()
      return buffer(request)
    }
    const behave = async (body?: Buffer) => {
      const refusal = refusalOf(request)
      if (refusal) return sendError(response, 403, refusal)
      const bytes = body ?? (await receive())
      if (headers['x-amz-content-sha256'] !== sha256(bytes)) {
        return sendError(response, 400, 'XAmzContentSHA256Mismatch')
      }
      if (isOfVersions(request)) return answerVersions(hostile, request, response)
      const path = decodeURIComponent(new URL(url, 'http://host').pathname.slice(1))
      if (method === 'PUT' || method === 'DELETE') {
        lastVersion += 1
        hostile.versions?.push({ path, id: `v${lastVersion}` })
      }
      answer(objects, request, response, bytes)
    }
    await (faults.shift() ?? (() => behave()))({ request, response, receive, behave })
  }

  const server = createServer()
  // A connection that breaks ends what is under way there.
  const start = (waits: boolean) => (request: IncomingMessage, response: ServerResponse) => {
    handle(request, response, waits).catch(() => response.destroy())
  }
  server.on('request', start(false)).on('checkContinue', start(true))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const hostile: HostileS3 = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    requests,
    faults,
    versions: undefined,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return hostile
}

function isOfVersions({ url = '' }: IncomingMessage): boolean {
  const { searchParams } = new URL(url, 'http://host')
  return ['versions', 'versioning', 'versionId'].some((name) => searchParams.has(name))
}

function answerVersions(
  hostile: HostileS3,
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
): void {
  const { pathname, searchParams } = new URL(url, 'http://host')
  const path = decodeURIComponent(pathname.slice(1))
  const send = (xml: string) => response.writeHead(200, { 'content-type': 'application/xml' }).end(xml)
  if (searchParams.has('versioning')) {
    const status = hostile.versions ? '<Status>Enabled</Status>' : ''
    send(`<VersioningConfiguration>${status}</VersioningConfiguration>`)
  } else if (method === 'DELETE') {
    hostile.versions = hostile.versions?.filter(
      (one) => one.path !== path || one.id !== searchParams.get('versionId'),
    )
    response.writeHead(204).end()
  } else {
    const found = (hostile.versions ?? []).filter((one) =>
      one.path.startsWith(`${bucket}/${searchParams.get('prefix') ?? ''}`),
    )
    const page = found.slice(0, Number(searchParams.get('max-keys')))
    const xml = page.map(
      (one) =>
        `<Version><Key>${one.path.slice(bucket.length + 1)}</Key><VersionId>${one.id}</VersionId></Version>`,
    )
    send(
      `<ListVersionsResult>${xml.join('')}<IsTruncated>${page.length < found.length}</IsTruncated></ListVersionsResult>`,
    )
  }
}

export function sendError(response: ServerResponse, status: number, code: string): void {
  const xml = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`
  response.writeHead(status, { 'content-type': 'application/xml' }).end(xml)
}

function refusalOf({ method = '', url = '', headers }: IncomingMessage): string | undefined {
  const { accessKeyId: id, scope, signature } = readAuthorization(headers.authorization)
  if (id !== accessKeyId || !scope.endsWith('/eu-west-1/s3/aws4_request')) return 'InvalidAccessKeyId'
  if (signature !== signatureOf({ method, url, headers }, secretAccessKey)) return 'SignatureDoesNotMatch'
  return undefined
}

function answer(
  objects: Map<string, Buffer>,
  { method, url = '', headers }: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): void {
  const { pathname, searchParams } = new URL(url, 'http://host')
  const path = decodeURIComponent(pathname.slice(1))
  const [bucketName, ...rest] = path.split('/')
  const found = objects.get(path)
  if (bucketName !== bucket) sendError(response, 404, 'NoSuchBucket')
  else if (searchParams.get('list-type') === '2') sendList(objects, searchParams, response)
  else if (rest.length === 0) response.end()
  else if (method === 'PUT') {
    objects.set(path, body)
    response.end()
  } else if (method === 'DELETE') {
    objects.delete(path)
    response.writeHead(204).end()
  } else if (!found) sendError(response, 404, 'NoSuchKey')
  else sendObject(found, headers.range, response)
}

function sendObject(bytes: Buffer, range: string | undefined, response: ServerResponse): void {
  if (range === undefined) {
    response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
    return
  }
  const [, first = 0, last = 0] = (/^bytes=(\d+)-(\d+)$/.exec(range) ?? []).map(Number)
  const part = bytes.subarray(first, last + 1)
  if (part.length === 0) {
    sendError(response, 416, 'InvalidRange')
    return
  }
  const answered = `bytes ${first}-${first + part.length - 1}/${bytes.length}`
  response.writeHead(206, { 'content-range': answered, 'content-length': part.length }).end(part)
}

function sendList(objects: Map<string, Buffer>, query: URLSearchParams, response: ServerResponse): void {
  const prefix = `${bucket}/${query.get('prefix') ?? ''}`
  const after = `${bucket}/${query.get('continuation-token')?.replace(/^after [+]/, '') ?? ''}`
  const max = Number(query.get('max-keys') ?? 1_000)
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
  const page = keys.slice(0, max)
  const isTruncated = page.length < keys.length
  const keyOf = (path = '') => path.slice(bucket.length + 1)
  const contents = page.map(
    (path) =>
      `<Contents><Key>${keyOf(path)}</Key><LastModified>2026-03-01T10:00:00.000Z</LastModified><Size>${objects.get(path)!.length}</Size></Contents>`,
  )
  const next = isTruncated
    ? `<NextContinuationToken>after +${keyOf(page.at(-1))}</NextContinuationToken>`
    : ''
  response.writeHead(200, { 'content-type': 'application/xml' })
  response.end(
    `<?xml version="1.0"?><ListBucketResult>${contents.join('')}<IsTruncated>${isTruncated}</IsTruncated>${next}</ListBucketResult>`,
  )
}
