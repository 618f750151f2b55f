// Support sessions for tests: an account below a reseller, and people of both who have just signed in.

import type { MadeAccount } from './make.ts'
import type { MadeReseller } from './resale.ts'
import { adoptAccount, makeReseller } from './resale.ts'
import type { World } from './world.ts'

export interface SupportStage {
  reseller: MadeReseller
  /** Of the owner of the staff account. */
  staffToken: string
}

export async function setSupportStage(world: World): Promise<SupportStage> {
  const reseller = await makeReseller(world)
  return { reseller, staffToken: await world.make.passwordToken(reseller.staff) }
}

export interface Supported extends MadeAccount {
  /** Of the owner, from the password. */
  ownerToken: string
}

export async function makeSupported(world: World, { reseller }: SupportStage): Promise<Supported> {
  const account = await world.make.account()
  await adoptAccount(world, reseller, account)
  return { ...account, ownerToken: await world.make.passwordToken(account) }
}

export interface Asked {
  access?: 'read' | 'write'
  minutes?: number
}

/** Returns the id of the session. */
export async function ask(
  world: World,
  { staffToken: token }: SupportStage,
  { account: accountId }: MadeAccount,
  asked: Asked = {},
): Promise<string> {
  const body = { accountId, reason: 'Ticket 4711', ...asked }
  const answer = await world.call('POST', '/api/resale/supportSessions', { token, body })
  if (answer.status !== 201) throw new Error(`not requested: ${answer.text}`)
  return answer.body.supportSession.id
}

export function approve(world: World, { ownerToken: token }: Supported, id: string, body: object = {}) {
  return world.call('POST', `/api/account/supportSessions/${id}/approve`, { token, body })
}

/** A token of the visitor. */
export async function open(world: World, { staffToken: token }: SupportStage, id: string): Promise<string> {
  const answer = await world.call('POST', `/api/resale/supportSessions/${id}/token`, { token })
  if (answer.status !== 200) throw new Error(`no token: ${answer.text}`)
  return answer.body.token
}

/** Asked for, approved and opened. */
export async function visit(
  world: World,
  stage: SupportStage,
  customer: Supported,
  asked: Asked = {},
): Promise<{ id: string; token: string }> {
  const id = await ask(world, stage, customer, asked)
  const approved = await approve(world, customer, id, { access: asked.access ?? 'read' })
  if (approved.status !== 200) throw new Error(`not approved: ${approved.text}`)
  return { id, token: await open(world, stage, id) }
}
