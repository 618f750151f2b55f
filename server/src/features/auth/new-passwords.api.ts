// Checks new passwords for length and common values, and hashes them before any transaction begins.

import { dictionary } from '@zxcvbn-ts/language-common'
import { randomText } from '../../platform/crypto/ids.ts'
import { InvalidError } from '../../platform/http/errors.ts'
import { hashPassword } from './password.api.ts'

const minLength = 12
const temporaryForMs = 24 * 3_600_000
const productWords = ['rastro', 'tracker', 'tracking', 'location', 'satellite', 'gps']
const common = new Set([...dictionary['passwords-common'], ...productWords])

/** Hashes every password that a body or patch sets. Other passwords are rejected later. */
export async function hashPasswordsIn(body: unknown): Promise<(password: string) => string> {
  const hashes = new Map<string, string>()
  for (const password of passwordsIn(body)) {
    hashes.set(password, await hashNewPassword(password))
  }
  return (password) => {
    const hash = hashes.get(password)
    if (hash) return hash
    throw new InvalidError('patch.password', 'Set the password by its value, not by copying or moving.')
  }
}

function passwordsIn(body: unknown): string[] {
  const operations = Array.isArray(body)
    ? body
    : [{ path: '/password', value: (body as { password?: unknown }).password }]
  return operations
    .filter(({ path, value }) => path === '/password' && typeof value === 'string')
    .map(({ value }) => value)
    .slice(-1)
}

/** Random and valid for one day, in which the user has to choose another. */
export function newTemporaryPassword(now: Date): { password: string; until: Date } {
  return { password: randomText(20), until: new Date(now.getTime() + temporaryForMs) }
}

/** `path` is the field of the body. */
export async function hashNewPassword(password: string, path = 'password'): Promise<string> {
  const fault = faultOf(password)
  if (fault)
    throw new InvalidError('body.invalid', `${path} ${fault}.`, { details: [{ path, message: fault }] })
  return hashPassword(password)
}

/** Length and a list of common passwords; no rule about kinds of characters (ASVS 6.2.5). */
export function faultOf(password: string): string | undefined {
  if (password.length < minLength) return `must have at least ${minLength} characters`
  const lower = password.toLowerCase()
  // "Password2026!" counts as "password".
  const bare = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const isCommon = common.has(lower) || common.has(bare) || bare.length < 3
  return isCommon || new Set(lower).size < 5 ? 'is too common and easy to guess' : undefined
}
