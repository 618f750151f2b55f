// An account has exactly one account holder, who stays active.

import { ConflictError } from '../../platform/http/errors.ts'
import type { StoredUser, UserDocument } from './user.types.ts'

/** The owner must stay active, so that an account is never locked out. */
export function requireOwnerStays(before: StoredUser, after: UserDocument): void {
  if (before.role !== 'owner') {
    if (after.role === 'owner') throw onlyOneOwner()
    return
  }
  if (after.role === 'owner' && !after.disabled && !after.expiresAt && !after.from) return
  throw new ConflictError(
    'users.owner',
    'The account holder cannot be disabled, expire or change role. Transfer the account first.',
  )
}

export function onlyOneOwner(): ConflictError {
  return new ConflictError(
    'users.owner',
    'An account has exactly one account holder. Transfer the account to change it.',
  )
}
