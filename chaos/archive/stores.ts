// The stores of the experiment: a directory, or an S3 server in this process that fails, truncates, answers late, or lies.

import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ObjectStore } from '../../server/src/platform/objects/object-store.types.ts'
import { openStore } from '../../server/src/platform/objects/open-store.ts'
import type { Fault } from '../../server/src/platform/objects/testing/hostile-s3.ts'
import {
  accessKeyId,
  bucket,
  openHostileS3,
  secretAccessKey,
  sendError,
} from '../../server/src/platform/objects/testing/hostile-s3.ts'
import type { Random } from '../../simulator/src/random.ts'
import { makeScratch } from '../installation/scratch.ts'

export interface ChaosStore {
  settings: Record<string, string>
  /** Without faults, for the scan at the end. */
  store: ObjectStore
  /** Lets some of the next operations go wrong. */
  disturb(random: Random): Promise<void>
  heal(): void
  /** Objects of the folder. */
  count(folder: string): number
  faults(): number
  close(): Promise<void>
}

export function openLocalStore(): ChaosStore {
  const scratch = makeScratch('rastro-chaos-archive')
  const directory = join(scratch.dir, 'archive')
  const away = join(scratch.dir, 'away')
  mkdirSync(directory)
  let faults = 0
  const heal = () => {
    if (existsSync(away)) renameSync(away, directory)
  }
  return {
    settings: { RASTRO_ARCHIVE_KIND: 'local', RASTRO_ARCHIVE_DIRECTORY: directory },
    store: openStore({ kind: 'local', directory }),
    /** The disk is not mounted for a moment. */
    async disturb(random) {
      await sleep(random.between(0, 400))
      renameSync(directory, away)
      faults += 1
      await sleep(random.between(20, 400))
      heal()
    },
    heal,
    count: (folder) =>
      existsSync(join(directory, folder)) ? readdirSync(join(directory, folder)).length : 0,
    faults: () => faults,
    async close() {
      scratch.remove()
    },
  }
}

const refuse: Fault = async ({ receive, response }) => {
  await receive()
  sendError(response, 500, 'InternalError')
}
const reset: Fault = ({ response }) => response.destroy()
const late: Fault = async ({ receive, behave }) => {
  const body = await receive()
  await sleep(1_500)
  await behave(body)
}
const half: Fault = ({ response }) => {
  response.writeHead(206, { 'content-length': 1_000 })
  response.write('half')
  response.destroy()
}
/** Confirms what it does not store. */
const forget: Fault = async ({ receive, response }) => {
  await receive()
  response.end()
}

export async function openS3Store(): Promise<ChaosStore> {
  const server = await openHostileS3()
  let faults = 0

  /** Stores or sends other bytes than it should, and confirms. */
  const lie =
    (change: (bytes: Buffer) => Buffer): Fault =>
    async ({ request, receive, behave }) => {
      const body = await receive()
      await behave(body)
      const path = decodeURIComponent(new URL(request.url!, 'http://host').pathname.slice(1))
      const stored = server.objects.get(path)
      if (request.method === 'PUT' && stored) server.objects.set(path, change(stored))
    }
  const truncate = lie((bytes) => bytes.subarray(0, bytes.length >> 1))
  const flip = lie((bytes) => {
    const changed = Buffer.from(bytes)
    const at = changed.length >> 1
    changed[at] = changed[at]! ^ 1
    return changed
  })
  const kinds = [refuse, reset, late, half, forget, truncate, flip]

  return {
    settings: {
      RASTRO_ARCHIVE_KIND: 's3',
      RASTRO_ARCHIVE_S3_URL: server.endpoint,
      RASTRO_ARCHIVE_S3_REGION: 'eu-west-1',
      RASTRO_ARCHIVE_S3_BUCKET: bucket,
      RASTRO_ARCHIVE_S3_ACCESS_KEY: accessKeyId,
      RASTRO_ARCHIVE_S3_SECRET: secretAccessKey,
    },
    store: openStore({
      ...{ kind: 's3', endpoint: server.endpoint, region: 'eu-west-1', bucket, prefix: '' },
      ...{ accessKeyId, secretAccessKey, encryption: undefined, kmsKeyId: undefined },
    }),
    async disturb(random) {
      for (let left = 6; left > 0; left -= 1) {
        const kind = random.pick(kinds)
        const isWrong = random.next() < 0.5
        if (isWrong) faults += 1
        server.faults.push(isWrong ? kind : ({ behave }) => behave())
      }
    },
    heal() {
      server.faults.length = 0
    },
    count: (folder) =>
      server.objects
        .keys()
        .filter((path) => path.startsWith(`${bucket}/${folder}`))
        .toArray().length,
    faults: () => faults,
    close: () => server.close(),
  }
}
