// Former versions of objects, in buckets that keep them: what is removed must not stay behind as a version.

import { RetriableError } from './object-errors.ts'
import { textOf } from './s3-listing.ts'

export interface ObjectVersion {
  key: string
  versionId: string
}

export interface VersionsPage {
  versions: ObjectVersion[]
  isTruncated: boolean
}

const maxVersionIdLength = 1_024

/** An answer to ListObjectVersions; undefined if the server does not know versions. */
export function parseVersions(xml: string): VersionsPage | undefined {
  if (!/<\/ListVersionsResult>\s*$/.test(xml.slice(-200))) return undefined
  const pieces = xml.split(/<(?:Version|DeleteMarker)>/).slice(1)
  const versions = pieces.map((piece) => {
    const key = textOf(piece, 'Key')
    const versionId = textOf(piece, 'VersionId')
    if (!key || !versionId || versionId.length > maxVersionIdLength)
      throw new RetriableError('The list of versions cannot be read.')
    return { key, versionId }
  })
  return { versions, isTruncated: textOf(xml, 'IsTruncated') === 'true' }
}

/** Whether the bucket keeps, or has kept, versions. */
export function hasVersions(xml: string): boolean {
  return /<Status>\s*(Enabled|Suspended)\s*<\/Status>/.test(xml)
}
