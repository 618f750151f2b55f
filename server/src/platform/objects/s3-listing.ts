// Reads the XML with which S3 servers answer: only what we need, in linear time, and nothing that is not as documented.

import { RetriableError } from './object-errors.ts'
import type { StoredObject } from './object-store.types.ts'

export interface ListingPage {
  objects: StoredObject[]
  /** Undefined on the last page. */
  nextToken: string | undefined
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** An answer to ListObjectsV2. Throws if any part is missing: an object that is overlooked would seem to be gone. */
export function parseListing(xml: string): ListingPage {
  if (!/<\/ListBucketResult>\s*$/.test(xml.slice(-200))) throw unreadable('it does not end as it should')
  const [start = '', ...pieces] = xml.split('<Contents>')
  const objects: StoredObject[] = []
  let rest = start
  for (const piece of pieces) {
    const [content = '', after, ...more] = piece.split('</Contents>')
    if (after === undefined || more.length > 0) throw unreadable('an object does not end')
    objects.push(parseObject(content))
    rest += after
  }
  const nextToken = textOf(rest, 'NextContinuationToken')
  const isTruncated = textOf(rest, 'IsTruncated')
  if (isTruncated === 'false') return { objects, nextToken: undefined }
  if (isTruncated !== 'true' || !nextToken) throw unreadable('it does not describe where it goes on')
  return { objects, nextToken }
}

/** The code of an error, as `NoSuchBucket`; empty if the answer has none. */
export function parseErrorCode(xml: string): string {
  return /<Code>\s*([A-Za-z0-9._-]{1,64})\s*<\/Code>/.exec(xml)?.[1] ?? ''
}

function parseObject(xml: string): StoredObject {
  const key = textOf(xml, 'Key')
  const size = textOf(xml, 'Size') ?? ''
  const modifiedAt = new Date(textOf(xml, 'LastModified') ?? '')
  const bytes = /^\d{1,15}$/.test(size) ? Number(size) : undefined
  if (!key || bytes === undefined || Number.isNaN(modifiedAt.getTime()))
    throw unreadable('an object lacks values')
  return { key, bytes, modifiedAt }
}

export function textOf(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return text?.replaceAll(/&([^;&]{0,10});?/g, (_, entity: string) => decode(entity))
}

function decode(entity: string): string {
  const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|([0-9]{1,7}))$/i.exec(entity) ?? []
  const codePoint = hex ? Number.parseInt(hex, 16) : Number(decimal ?? Number.NaN)
  if (codePoint <= 0x10ffff) return String.fromCodePoint(codePoint)
  const character = entities[entity]
  if (character === undefined) throw unreadable('it has an unknown entity')
  return character
}

function unreadable(why: string): RetriableError {
  return new RetriableError(`The list of the object store cannot be read: ${why}.`)
}
