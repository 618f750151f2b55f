// Signs in with second factors, as the web interface does.

import type { StartedRecovery } from '../src/features/auth/factors/recovery.api.ts'
import { startRecovery } from '../src/features/auth/factors/recovery.api.ts'
import { stepAt, totpCode } from '../src/features/auth/factors/totp-code.ts'
import { inTransaction } from '../src/platform/db/db.ts'
import type { MadeAccount } from './make.ts'
import type { Called, World } from './world.ts'

export interface Enrolled {
  secret: string
  recoveryCodes: string[]
  /** Of the session that enrolled. */
  token: string
  cookie: string
}

export const signInAs = (world: World, { userName, password }: { userName: string; password: string }) =>
  world.call('POST', '/session', { body: { userName, password } })

/** The cookie of that name as a browser sends it back; empty if none was set. */
export function cookieOf({ headers }: Called, name = '__Host-rastro'): string {
  const all = [headers['set-cookie'] ?? []].flat().map(String)
  return all.find((one) => one.startsWith(`${name}=`))?.split(';')[0] ?? ''
}
export const stepCookieOf = (answer: Called) => cookieOf(answer, '__Host-rastro-step')

/** The code that an app shows, some steps of 30 s from now. */
export function codeOf(world: World, secret: string, steps = 0): string {
  return totpCode(secret, stepAt(world.ctx.now()) + steps)
}

/** The same without a world, for browsers. */
export function codeNow(secret: string, steps = 0): string {
  return totpCode(secret, stepAt(new Date()) + steps)
}

/** A code of a step that was not used yet. */
export function nextCode(world: World, secret: string): string {
  world.clock.offsetMs += 30_000
  return codeOf(world, secret)
}

/** Signs the owner in and adds an authenticator app. */
export async function enrol(world: World, account: MadeAccount): Promise<Enrolled> {
  const signedIn = await signInAs(world, account)
  const { token } = signedIn.body
  const { secret } = (await world.call('POST', '/api/me/totp', { token })).body
  const body = { code: codeOf(world, secret) }
  const confirmed = await world.call('POST', '/api/me/totp/confirm', { token, body })
  if (confirmed.status !== 200) throw new Error(`not enrolled: ${confirmed.text}`)
  return { secret, recoveryCodes: confirmed.body.recoveryCodes, token, cookie: cookieOf(signedIn) }
}

/** The second step of a sign-in. */
export function finish(world: World, cookie: string, body: object, headers: Record<string, string> = {}) {
  return world.call('POST', '/session/second', { body, headers: { cookie, ...headers } })
}

/** Both steps. */
export async function signInTwice(world: World, account: MadeAccount, secret: string): Promise<Called> {
  const first = await signInAs(world, account)
  return finish(world, stepCookieOf(first), { code: nextCode(world, secret) })
}

/** As `rastro user recover` does. */
export function recover({ ctx }: World, { accountId, ownerId }: MadeAccount): Promise<StartedRecovery> {
  return inTransaction(ctx, accountId, (tx) => startRecovery(tx, ownerId))
}
