// Signature version 4 as a server checks it, written from the documentation of S3 and independent of the library that signs.

import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface SignedRequest {
  method: string
  /** As received: path and query. */
  url: string
  headers: IncomingHttpHeaders
}

/** The signature that the header `Authorization` should have. */
export function signatureOf({ method, url, headers }: SignedRequest, secretAccessKey: string): string {
  const { pathname, searchParams } = new URL(url, 'http://host')
  const { scope, signedHeaders } = readAuthorization(headers.authorization)
  const pairs = [...searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const canonical = [
    method,
    pathname
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    pairs.join('&'),
    ...signedHeaders.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signedHeaders,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  let key: string | Buffer = `AWS4${secretAccessKey}`
  for (const part of [...scope.split('/'), text]) key = createHmac('sha256', key).update(part).digest()
  return key.toString('hex')
}

export function readAuthorization(header = '') {
  const [, accessKeyId = '', scope = '', signedHeaders = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(header) ??
    []
  return { accessKeyId, scope, signedHeaders, signature }
}

export function sha256(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
