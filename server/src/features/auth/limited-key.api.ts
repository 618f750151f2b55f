// Refuses to API keys with limits what would get around the limits: other keys, sessions, passwords.

import type { Caller } from '../../platform/http/caller.ts'
import { ForbiddenError } from '../../platform/http/errors.ts'

export function requireUnlimitedKey({ key }: Pick<Caller, 'key'>): void {
  if (!key?.isLimited) return
  throw new ForbiddenError(
    'access.key_limited',
    'An API key with limits cannot manage API keys, sessions or passwords. Sign in, or use a key without limits.',
  )
}
