// Checks new passwords after NIST SP 800-63B-4 and hashes them before any transaction begins: length, common and
// breached ones, names that anybody would try. Nothing about kinds of characters.

import { dictionary } from '@zxcvbn-ts/language-common'
import type { Context } from '../../platform/context.ts'
import { randomText } from '../../platform/crypto/ids.ts'
import { InvalidError } from '../../platform/http/errors.ts'
import { isBreached } from './breached-passwords.api.ts'
import { findAccountName } from './new-passwords.queries.ts'
import { hashPassword } from './password.api.ts'

type Needs = Pick<Context, 'db' | 'config'>

/** If the password is the only factor, and if the user has a second one. */
const minLength = { alone: 15, withSecondFactor: 12 }
const temporaryForMs = 24 * 3_600_000
const productWords = ['rastro', 'tracker', 'tracking', 'location', 'satellite', 'gps']
const common = new Set([...dictionary['passwords-common'], ...productWords])

export interface PasswordOwner {
  accountId: number
  /** Names and addresses of the user, which are easy to guess. */
  own: readonly string[]
  hasSecondFactor?: boolean
}

/** Hashes every password that a body or patch sets. Other passwords are rejected later. */
export async function hashPasswordsIn(
  ctx: Needs,
  body: unknown,
  findOwner: () => Promise<PasswordOwner>,
): Promise<(password: string) => string> {
  const hashes = new Map<string, string>()
  for (const password of passwordsIn(body)) {
    hashes.set(password, await hashNewPassword(ctx, password, await findOwner()))
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
export async function hashNewPassword(
  ctx: Needs,
  password: string,
  { accountId, own, hasSecondFactor = false, path = 'password' }: PasswordOwner & { path?: string },
): Promise<string> {
  const { web, http, access } = ctx.config
  const accountName = await findAccountName(ctx.db.forAccount(accountId))
  const names = [...own, accountName ?? '', web.productName, new URL(http.publicUrl).hostname]
  const fault =
    faultOf(password, names, { hasSecondFactor }) ??
    ((await isBreached(access.breachedFile, password)) ? breached : undefined)
  if (fault)
    throw new InvalidError('body.invalid', `${path} ${fault}.`, { details: [{ path, message: fault }] })
  return hashPassword(password, { key: `account ${accountId}`, isKnown: true })
}

/** Length and a list of common passwords; no rule about kinds of characters (ASVS 6.2.5). */
export function faultOf(
  password: string,
  own: readonly string[] = [],
  { hasSecondFactor = false }: { hasSecondFactor?: boolean } = {},
): string | undefined {
  const least = hasSecondFactor ? minLength.withSecondFactor : minLength.alone
  if (password.length < least) return `must have at least ${least} characters`
  const lower = password.toLowerCase()
  // "Password2026!" counts as "password".
  const bare = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  if (common.has(lower) || common.has(bare) || bare.length < 3) return tooEasy
  if (new Set(lower).size < 5 || isRepetition(lower) || countRuns(lower) < 5) return tooEasy
  if (without(lower, productWords).length < minRest) return tooEasy
  return without(lower, ownWords(own)).length < minRest
    ? 'is too similar to a name or address of the user, the account or the platform'
    : undefined
}

const breached = 'is known from a data breach: others will try it. Choose another'
const tooEasy = 'is too common and easy to guess'
/** Characters that must remain besides words that anybody would try. */
const minRest = 6

function isRepetition(text: string): boolean {
  return /^(.+?)\1+$/u.test(text)
}

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz', '01234567890']
const adjacent = new Set(
  rows.flatMap((row) =>
    [...row].flatMap((one, at) => (at > 0 ? [row[at - 1] + one, one + row[at - 1]] : [])),
  ),
)

/** Sequences of the keyboard, the alphabet and digits count once: "abcdefghijkl" has one run. */
function countRuns(text: string): number {
  return [...text].filter((one, at) => !adjacent.has(`${text[at - 1]}${one}`) && text[at - 1] !== one).length
}

function ownWords(own: readonly string[]): string[] {
  const words = own.flatMap((text) => {
    const lower = text.toLowerCase()
    return [lower, lower.replace(/\s+/gu, ''), ...lower.split(/[\s@]+/u)]
  })
  return words.filter((word) => word.length >= 4).sort((left, right) => right.length - left.length)
}

function without(text: string, words: readonly string[]): string {
  return words.reduce((rest, word) => rest.replaceAll(word, ''), text)
}
