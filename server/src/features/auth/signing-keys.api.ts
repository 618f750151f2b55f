// The keys that tokens are signed with. All processes share them through the database; private parts are sealed there.

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
const longestTokenMs = 24 * 3_600_000
const reloadAfterMs = 60_000
/** A token with a key id nobody knows makes us look again, but not more often than this; its caller waits. */
const reloadForStrangerAfterMs = 500

type Needs = Pick<Context, 'db' | 'config' | 'now'>

/** The keys as this process knows them. */
export interface KeyRing {
  signer(): Promise<SigningKey>
  find(kid: string): Promise<SigningKey | undefined>
  publicKeys(): Promise<JWK[]>
}

export function createKeyRing(ctx: Needs): KeyRing {
  let keys = new Map<string, SigningKey>()
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined

  async function read() {
    const beganAt = performance.now()
    const stored = await queries.listKeys(ctx.db.directory)
    if (stored.length === 0) stored.push(await keepFirstKey(ctx))
    const opened = await Promise.all(stored.map((key) => keys.get(key.kid) ?? open(ctx, key)))
    keys = new Map(opened.map((key) => [key.kid, key]))
    lookedAt = beganAt
  }
  function look(): Promise<void> {
    looking ??= read().finally(() => {
      looking = undefined
    })
    return looking
  }
  async function fresh() {
    if (performance.now() - lookedAt < reloadAfterMs) return
    // Known keys go on working while the database is away.
    await look().catch((error) => {
      if (keys.size === 0) throw error
    })
  }

  return {
    async signer() {
      await fresh()
      const now = ctx.now()
      const usable = [...keys.values()].filter((key) => key.signsFrom <= now)
      const newest = usable.at(-1) ?? [...keys.values()][0]
      if (!newest) throw new Error('there is no signing key')
      return newest
    },
    async find(kid) {
      await fresh()
      const askedAt = performance.now()
      // Only a look that began after the token came can tell that nobody has its key.
      while (!keys.has(kid) && lookedAt < askedAt) {
        await sleep(Math.max(0, lookedAt + reloadForStrangerAfterMs - performance.now()))
        await look()
      }
      return keys.get(kid)
    },
    async publicKeys() {
      await fresh()
      return [...keys.values()].map((key) => key.publicJwk)
    },
  }
}

/** Makes the next key. It signs only after a lead, so that whoever caches the public keys has seen it by then. */
export async function rotateSigningKey(ctx: Needs): Promise<string> {
  const signsFrom = new Date(ctx.now().getTime() + ctx.config.access.signingKeyLeadSeconds * 1_000)
  const key = await makeKey(ctx, signsFrom)
  await queries.insertKey(ctx.db.directory, key)
  return key.kid
}

/** Rotates when the newest key is old enough; forgets those that no live token needs. */
export async function keepSigningKeysYoung(ctx: Needs): Promise<void> {
  const now = ctx.now().getTime()
  await inDirectory(ctx, async ({ db, ...rest }) => {
    await queries.lockKeys(db)
    const newest = (await queries.listKeys(db)).at(-1)
    const dueAt = (newest?.signsFrom.getTime() ?? 0) + ctx.config.access.signingKeyDays * 86_400_000
    if (newest && dueAt <= now) {
      const signsFrom = new Date(now + ctx.config.access.signingKeyLeadSeconds * 1_000)
      await queries.insertKey(db, await makeKey(rest, signsFrom))
    }
    await queries.deleteKeysReplacedBefore(db, new Date(now - longestTokenMs))
  })
}

/** How the keys stand: since when the newest signs, and which were sealed with another secret than ours. */
export async function reviewSigningKeys(
  ctx: Needs,
): Promise<{ newestFrom: Date | undefined; notOurs: string[] }> {
  const stored = await queries.listKeys(ctx.db.directory)
  const opened = await Promise.allSettled(stored.map((key) => open(ctx, key)))
  const notOurs = stored.filter((_, index) => opened[index]?.status === 'rejected').map(({ kid }) => kid)
  return { newestFrom: stored.at(-1)?.signsFrom, notOurs }
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
