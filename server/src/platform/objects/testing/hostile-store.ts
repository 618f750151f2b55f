// An S3 store whose server fails on demand.

import type { ObjectStore, S3Settings } from '../object-store.types.ts'
import type { S3Limits } from '../s3-store.ts'
import { createS3Store } from '../s3-store.ts'
import { openFiles } from './files.ts'
import type { Fault, HostileS3 } from './hostile-s3.ts'
import { accessKeyId, bucket, openHostileS3, secretAccessKey, sendError } from './hostile-s3.ts'

export const limits: S3Limits = {
  tries: 3,
  firstPauseMs: 2,
  maxPauseMs: 4,
  timeoutMs: 30_000,
  pageObjects: 2,
}

export interface HostileStore {
  server: HostileS3
  settings: S3Settings
  store: ObjectStore
  make: Awaited<ReturnType<typeof openFiles>>['make']
  /** How the server names the object of a key. */
  pathOf(key: string): string
  /** Of all requests since the last reset. */
  methods(): string[]
  /** Removes all objects and requests. */
  reset(): void
  close(): Promise<void>
}

export async function openHostileStore(): Promise<HostileStore> {
  const files = await openFiles()
  const server = await openHostileS3()
  const settings: S3Settings = {
    endpoint: server.endpoint,
    region: 'eu-west-1',
    bucket,
    prefix: 'rastro/history',
    accessKeyId,
    secretAccessKey,
    encryption: undefined,
    kmsKeyId: undefined,
  }
  return {
    server,
    settings,
    store: createS3Store(settings, limits),
    make: files.make,
    pathOf: (key) => `${bucket}/rastro/history/${key}`,
    methods: () => server.requests.map(({ method }) => method),
    reset() {
      server.objects.clear()
      server.requests.length = 0
    },
    async close() {
      await server.close()
      await files.remove()
    },
  }
}

export function status(code: number, name = ''): Fault {
  return ({ response }) => sendError(response, code, name)
}

export function times(count: number, fault: Fault): Fault[] {
  return Array<Fault>(count).fill(fault)
}
