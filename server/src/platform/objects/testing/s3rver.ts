// A server that speaks S3 as others implemented it: the package `s3rver`, in a process of its own.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { S3Settings } from '../object-store.types.ts'

export interface S3rver {
  settings: S3Settings
  close(): Promise<void>
}

export async function openS3rver(directory: string): Promise<S3rver> {
  const script = fileURLToPath(import.meta.resolve('s3rver/bin/s3rver.js'))
  const address = ['--address', '127.0.0.1', '--port', '0']
  const bucket = ['--configure-bucket', 'bucket', '--no-vhost-buckets']
  // It makes its continuation tokens with DES.
  const options = ['--openssl-legacy-provider', '--no-deprecation']
  const child = spawn(
    process.execPath,
    [...options, script, '--directory', directory, ...address, ...bucket, '--silent'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const port = await readPort(child.stdout)
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'eu-west-1',
      bucket: 'bucket',
      prefix: '',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      encryption: undefined,
      kmsKeyId: undefined,
    },
    async close() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

async function readPort(output: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  for await (const piece of output) {
    text += piece
    const [, port] = /listening on 127\.0\.0\.1:(\d+)/.exec(text) ?? []
    if (port) return port
  }
  throw new Error(`s3rver did not start: ${text}`)
}
