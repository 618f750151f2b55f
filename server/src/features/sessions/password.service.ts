// Passwords are hashed with argon2id, a few at a time: hashing is slow on purpose, and must not slow down the rest.

import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { TooManyError } from '../../platform/errors.ts'

const hash = promisify(argon2)
/** OWASP's parameters (ASVS 5.0, 11.4.2). */
const cost = { passes: 2, memory: 19_456, parallelism: 1, tagLength: 32 }
/** One core stays free for every other call. */
const mostAtOnce = 1
const mostWaiting = 50

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= mostAtOnce) {
    if (waiting.length >= mostWaiting) {
      throw new TooManyError(
        'access.busy',
        'Many people are signing in at this moment. Try again in a few seconds.',
        {
          retryAfterSeconds: 5,
        },
      )
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await inTurn(() => hash('argon2id', { ...cost, message: password, nonce }))
  const { passes, memory, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toText(nonce)}$${toText(tag)}`
}

/** Without a stored hash it works just as long, so that time does not tell whether a user exists. */
export async function isPasswordOf(password: string, stored: string | null | undefined): Promise<boolean> {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored ?? '')
  const [, memory = cost.memory, passes = cost.passes, parallelism = cost.parallelism, nonce, tag] =
    found ?? []
  const expected = tag ? Buffer.from(tag, 'base64') : Buffer.alloc(cost.tagLength)
  const actual = await inTurn(() =>
    hash('argon2id', {
      message: password,
      nonce: nonce ? Buffer.from(nonce, 'base64') : Buffer.alloc(16),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: expected.length,
    }),
  )
  return timingSafeEqual(actual, expected) && found !== null
}

function toText(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
