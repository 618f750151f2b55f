// Cursors of lists contain numbers that all accounts share, so they are encrypted, each for its account.

import type { Secrets } from '../crypto/seal.ts'
import { seal, unseal } from '../crypto/seal.ts'
import { InvalidError } from './errors.ts'

const purpose = 'cursor'

export function sealCursor(secrets: Secrets, accountId: number, text: string): string {
  return seal(secrets, purpose, text, String(accountId)).toString('base64url')
}

/** The parts of the cursor, as `shape` captures them. A cursor of another list or account is rejected. */
export function openCursor(secrets: Secrets, accountId: number, cursor: string, shape: RegExp): string[] {
  const [, ...parts] = shape.exec(tryOpen(secrets, accountId, cursor) ?? '') ?? []
  if (parts.length > 0) return parts
  throw new InvalidError('query.invalid', 'cursor is not valid. Use the "nextCursor" of the previous page.', {
    details: [{ path: 'cursor', message: 'is not a cursor of this list' }],
  })
}

/** Of a list in the order of its numbers. */
export function openNumber(secrets: Secrets, accountId: number, cursor: string): number {
  return Number(openCursor(secrets, accountId, cursor, /^(\d{1,15})$/)[0])
}

/** Of a list in another order, which it was made for. */
export function openKey(secrets: Secrets, accountId: number, cursor: string, order: string) {
  const shape = new RegExp(`^(\\d{1,15}) ${order} (.*)$`, 's')
  const [after = '', key = ''] = openCursor(secrets, accountId, cursor, shape)
  return { after: Number(after), key }
}

function tryOpen(secrets: Secrets, accountId: number, cursor: string): string | undefined {
  try {
    return unseal(secrets, purpose, Buffer.from(cursor, 'base64url'), String(accountId))
  } catch {
    return undefined
  }
}
