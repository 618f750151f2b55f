// Token signing keys, shared by all processes through the database. Private keys are stored encrypted.

import { setTimeout as sleep } from 'node:timers/promises'
import type { CryptoKey, JWK } from 'jose'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose'
import type { Context } from '../../platform/context.ts'
import { seal, unseal } from '../../platform/crypto/seal.ts'
import { inDirectory } from '../../platform/db/db.ts'
import * as queries from './signing-keys.queries.ts'
import type { SigningKey, StoredKey } from './signing-keys.types.ts'

export const algorithm = 'EdDSA'
const purpose = 'signing key'
const maxTokenMs = 24 * 3_600_000
const reloadAfterMs = 60_000
/** An unknown key id triggers a reload, at most this often; the caller waits. */
const reloadForUnknownKeyAfterMs = 500

type Needs = Pick<Context, 'db' | 'config' | 'now'>

/** This process's cache of the keys. */
export interface KeyRing {
  signer(): Promise<SigningKey>
  find(kid: string): Promise<SigningKey | undefined>
  publicKeys(): Promise<JWK[]>
}

export function createKeyRing(ctx: Needs): KeyRing {
  let keys = new Map<string, SigningKey>()
  let loadedAt = Number.NEGATIVE_INFINITY
  let loading: Promise<void> | undefined

  async function load() {
    const beganAt = performance.now()
    const stored = await queries.listKeys(ctx.db.directory)
    if (stored.length === 0) stored.push(await keepFirstKey(ctx))
    const opened = await Promise.all(stored.map((key) => keys.get(key.kid) ?? open(ctx, key)))
    keys = new Map(opened.map((key) => [key.kid, key]))
    loadedAt = beganAt
  }
  function reload(): Promise<void> {
    loading ??= load().finally(() => {
      loading = undefined
    })
    return loading
  }
  async function ensureFresh() {
    if (performance.now() - loadedAt < reloadAfterMs) return
    // Cached keys keep working while the database is unavailable.
    await reload().catch((error) => {
      if (keys.size === 0) throw error
    })
  }

  return {
    async signer() {
      await ensureFresh()
      const now = ctx.now()
      const usable = [...keys.values()].filter((key) => key.signsFrom <= now)
      const newest = usable.at(-1) ?? [...keys.values()][0]
      if (!newest) throw new Error('there is no signing key')
      return newest
    },
    async find(kid) {
      await ensureFresh()
      const askedAt = performance.now()
      // Only a reload that began after the token was received can prove that its key does not exist.
      while (!keys.has(kid) && loadedAt < askedAt) {
        await sleep(Math.max(0, loadedAt + reloadForUnknownKeyAfterMs - performance.now()))
        await reload()
      }
      return keys.get(kid)
    },
    async publicKeys() {
      await ensureFresh()
      return [...keys.values()].map((key) => key.publicJwk)
    },
  }
}

/** Creates the next key. It signs only after a lead time, so that caches of the public keys have it by then. */
export async function rotateSigningKey(ctx: Needs): Promise<string> {
  const signsFrom = new Date(ctx.now().getTime() + ctx.config.access.signingKeyLeadSeconds * 1_000)
  const key = await makeKey(ctx, signsFrom)
  await queries.insertKey(ctx.db.directory, key)
  return key.kid
}

/** Rotates when the newest key is old enough; deletes keys that no valid token needs. */
export async function rotateDueSigningKeys(ctx: Needs): Promise<void> {
  const now = ctx.now().getTime()
  await inDirectory(ctx, async ({ db, ...rest }) => {
    await queries.lockKeys(db)
    const newest = (await queries.listKeys(db)).at(-1)
    const dueAt = (newest?.signsFrom.getTime() ?? 0) + ctx.config.access.signingKeyDays * 86_400_000
    if (newest && dueAt <= now) {
      const signsFrom = new Date(now + ctx.config.access.signingKeyLeadSeconds * 1_000)
      await queries.insertKey(db, await makeKey(rest, signsFrom))
    }
    await queries.deleteKeysReplacedBefore(db, new Date(now - maxTokenMs))
  })
}

/** For the doctor: when the newest key began to sign, and which keys this RASTRO_SECRET cannot decrypt. */
export async function checkSigningKeys(
  ctx: Needs,
): Promise<{ newestFrom: Date | undefined; unreadable: string[] }> {
  const stored = await queries.listKeys(ctx.db.directory)
  const opened = await Promise.allSettled(stored.map((key) => open(ctx, key)))
  const unreadable = stored.filter((_, index) => opened[index]?.status === 'rejected').map(({ kid }) => kid)
  return { newestFrom: stored.at(-1)?.signsFrom, unreadable }
}

function keepFirstKey(ctx: Needs): Promise<StoredKey> {
  return inDirectory(ctx, async ({ db, ...rest }) => {
    await queries.lockKeys(db)
    const [existing] = await queries.listKeys(db)
    if (existing) return existing
    const key = await makeKey(rest, ctx.now())
    await queries.insertKey(db, key)
    return key
  })
}

async function makeKey(ctx: Pick<Needs, 'config'>, signsFrom: Date): Promise<StoredKey> {
  const pair = await generateKeyPair(algorithm, { crv: 'Ed25519', extractable: true })
  const publicJwk = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  const sealed = seal(ctx.config.access, purpose, JSON.stringify(await exportJWK(pair.privateKey)), kid)
  return {
    kid,
    publicJwk: { ...publicJwk, kid, alg: algorithm, use: 'sig' },
    privateSealed: sealed,
    signsFrom,
  }
}

async function open(ctx: Pick<Needs, 'config'>, stored: StoredKey): Promise<SigningKey> {
  const { kid, publicJwk, signsFrom } = stored
  const privateJwk = JSON.parse(unseal(ctx.config.access, purpose, stored.privateSealed, kid)) as JWK
  return {
    kid,
    publicJwk,
    signsFrom,
    publicKey: (await importJWK(publicJwk, algorithm)) as CryptoKey,
    privateKey: (await importJWK(privateJwk, algorithm)) as CryptoKey,
  }
}
