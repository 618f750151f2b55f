// Signs requests as Standard Webhooks 1.0 specifies: HMAC-SHA256 over identifier, time and body.

import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
const secretBytes = 32

export function newSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64')
}

/** One signature per secret: during a rotation the receiver may know either. */
export function signatureOf(
  secrets: string[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
}
