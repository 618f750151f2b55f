// Passkeys of this browser. The library is loaded when one is used.

import { session } from './session.ts'

export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis
}

/** Lets the user choose a passkey, of this host or of a former one. Rejects if the user cancels. */
export async function askForPasskey(host?: string): Promise<object> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    session.passkeyOptions(host),
  ])
  return startAuthentication({ optionsJSON: optionsJSON as never })
}

export async function signInWithPasskey(host?: string): Promise<void> {
  await session.signInWithPasskey(await askForPasskey(host))
}

export async function proveWithPasskey(host?: string): Promise<void> {
  await session.prove({ passkey: await askForPasskey(host) })
}

/** Creates a passkey with the options of the server. */
export async function createPasskey(optionsJSON: object): Promise<object> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return startRegistration({ optionsJSON: optionsJSON as never })
}

/** The user closed the dialog of the browser, or it has no passkey: nothing to report. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
}
