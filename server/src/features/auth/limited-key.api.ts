// Refuses to API keys with limits, and to secrets that were replaced, what would get around the limits or outlast the
// overlap: other keys, sessions, passwords.

import type { Caller } from '../../platform/http/caller.ts'
import { ForbiddenError } from '../../platform/http/errors.ts'

export function requireUnlimitedKey({ key }: Pick<Caller, 'key'>): void {
  if (key?.isPrevious)
    throw new ForbiddenError(
      'access.key_limited',
      'A replaced secret cannot manage API keys, sessions or passwords. Sign in, or use the new secret.',
    )
  if (!key?.isLimited) return
  throw new ForbiddenError(
    'access.key_limited',
    'An API key with limits cannot manage API keys, sessions or passwords. Sign in, or use a key without limits.',
  )
}
