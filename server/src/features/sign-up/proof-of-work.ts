// A proof of work for requests that anybody may send: a browser needs about a second for it, a program that sends
// thousands needs hours. Sixteen small puzzles instead of a large one, so that nobody is unlucky for long.

import { createHash } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { randomText } from '../../platform/crypto/ids.ts'
import { isSigned, sign } from '../../platform/crypto/seal.ts'
import { InvalidError } from '../../platform/http/errors.ts'

type Needs = Pick<Context, 'config' | 'now'>

export const puzzles = 16
const purpose = 'sign-up challenge'
const validForMs = 15 * 60_000
export const challengePattern = '^[0-9a-z]{1,11}\\.[0-9A-Za-z]{22}\\.[\\w-]{43}$'

/** Not stored: the signature proves that it was issued here, and when it ends. */
export function issueChallenge({ config, now }: Needs): string {
  const text = `${(now().getTime() + validForMs).toString(36)}.${randomText(22)}`
  return `${text}.${sign(config.access, purpose, text).toString('base64url')}`
}

/** Whether it was used before is up to the caller. */
export function requireWork(ctx: Needs, challenge: string, nonces: readonly number[]): void {
  const [until = '', random = '', signature = ''] = challenge.split('.')
  const isOurs = isSigned(
    ctx.config.access,
    purpose,
    `${until}.${random}`,
    Buffer.from(signature, 'base64url'),
  )
  if (!isOurs || Number.parseInt(until, 36) <= ctx.now().getTime()) throw refused('has expired')
  const { signUpWorkBits: bits } = ctx.config.accounts
  if (bits === 0) return
  if (nonces.length !== puzzles || !isSolved(challenge, nonces, bits)) throw refused('is not solved')
}

/** Each puzzle: SHA-256 of the challenge's hash, the number of the puzzle and the nonce begins with `bits` zeros. */
export function isSolved(challenge: string, nonces: readonly number[], bits: number): boolean {
  const block = Buffer.alloc(40)
  createHash('sha256').update(challenge).digest().copy(block)
  return nonces.every((nonce, puzzle) => {
    block.writeUInt32BE(puzzle, 32)
    block.writeUInt32BE(nonce, 36)
    return createHash('sha256').update(block).digest().readUInt32BE(0) >>> (32 - bits) === 0
  })
}

export function refused(why: string): InvalidError {
  return new InvalidError('signUp.challenge_invalid', `The challenge ${why}. Get another one and try again.`)
}
