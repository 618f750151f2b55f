// The key pair of a sender: RSA with 2,048 bits, which every receiver verifies. Many do not know Ed25519.

import type { KeyObject } from 'node:crypto'
import { createPrivateKey, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { createFairQueue } from '../../../platform/async/fair-queue.ts'
import type { Context } from '../../../platform/context.ts'
import { randomText } from '../../../platform/crypto/ids.ts'
import { seal, unseal } from '../../../platform/crypto/seal.ts'

const purpose = 'DKIM key'
const bits = 2_048
const selectorLength = 10
const generate = promisify(generateKeyPair)
/** A key takes a thread of the pool for some 100 ms: one at a time, so that the others stay free. */
const inTurn = createFairQueue<'key'>({ concurrency: 1, maxQueueLength: 20, maxWaitMs: 20_000 })

type Secrets = { config: Pick<Context['config'], 'access'> }

/** Each has a selector of its own, so that a record of an earlier one is never taken for it. */
export async function newDkimKey({ config }: Secrets) {
  const { publicKey, privateKey } = await inTurn('key', () =>
    generate('rsa', {
      modulusLength: bits,
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }),
  )
  const selector = randomText(selectorLength).toLowerCase()
  return {
    selector,
    publicKey: publicKey.toString('base64'),
    privateKey: seal(config.access, purpose, privateKey, selector),
  }
}

export function openDkimKey({ config }: Secrets, selector: string, sealed: Buffer): KeyObject {
  return createPrivateKey(unseal(config.access, purpose, sealed, selector))
}
