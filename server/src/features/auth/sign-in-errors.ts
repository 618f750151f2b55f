// The refusals of a sign-in. Those before the password was checked are the same for known and unknown names.

import { ForbiddenError, UnauthenticatedError } from '../../platform/http/errors.ts'

export function passwordWrong(): UnauthenticatedError {
  return new UnauthenticatedError('session.refused', 'The user name or the password is not valid.')
}

export function temporaryPasswordError(): ForbiddenError {
  return new ForbiddenError(
    'session.password_temporary',
    'This is a temporary password. Choose your own with PUT /session/password.',
  )
}

export function secondFactorMissing(): ForbiddenError {
  return new ForbiddenError(
    'session.second_factor_required',
    'The user has a second factor. Also send the code of the authenticator app, or use a passkey.',
  )
}

export function codeWrong(): UnauthenticatedError {
  return new UnauthenticatedError('session.code_wrong', 'The code is not valid. Each code works once.')
}

export function passkeyRefused(): UnauthenticatedError {
  return new UnauthenticatedError(
    'session.passkey_refused',
    'The passkey was not accepted. Use another passkey or another method.',
  )
}

export function signedOut(): UnauthenticatedError {
  return new UnauthenticatedError('session.ended', 'You are signed out. Sign in again.')
}

export function notProven(): UnauthenticatedError {
  return new UnauthenticatedError(
    'session.not_proven',
    'You have not signed in with the provider again. Open /session/sso?purpose=proof first.',
  )
}
