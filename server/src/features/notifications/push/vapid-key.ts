// The key pair with which this installation identifies itself to push services (VAPID). Created when it is first needed.

import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { seal, unseal } from '../../../platform/crypto/seal.ts'
import type { VapidKey } from '../../../platform/crypto/web-push.ts'
import * as queries from './vapid-key.queries.ts'

const purpose = 'push key'

type Needs = Pick<Context, 'db' | 'config' | 'now'>

/** Caches the key: it never changes. */
export function createVapidKeys(ctx: Needs): () => Promise<VapidKey> {
  let loading: Promise<VapidKey> | undefined
  return () => {
    loading ??= load(ctx).catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

/** For the doctor too: throws if RASTRO_SECRET does not decrypt it. Undefined before a browser was registered. */
export async function findVapidKey({
  db,
  config,
}: Pick<Needs, 'db' | 'config'>): Promise<VapidKey | undefined> {
  const stored = await queries.findKey(db.directory)
  if (!stored) return undefined
  const { publicKey, privateSealed } = stored
  return { publicKey, privateKey: createPrivateKey(unseal(config.access, purpose, privateSealed, publicKey)) }
}

async function load(ctx: Needs): Promise<VapidKey> {
  const known = await findVapidKey(ctx)
  if (known) return known
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const { x, y } = privateKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')])
  const publicKey = point.toString('base64url')
  const pem = String(privateKey.export({ format: 'pem', type: 'pkcs8' }))
  const privateSealed = seal(ctx.config.access, purpose, pem, publicKey)
  await queries.keepKey(ctx.db.directory, { publicKey, privateSealed }, ctx.now())
  return (await findVapidKey(ctx))!
}
