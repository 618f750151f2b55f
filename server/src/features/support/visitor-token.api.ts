// Tokens of visitors, issued by the home cell of the account: other cells do not have its keys.

import type { Context } from '../../platform/context.ts'
import type { Tokens } from '../auth/jwt.api.ts'
import { createLocator } from '../cells/locator.api.ts'
import { fetchSupportToken } from '../cells/peer-cell.api.ts'
import * as queries from './support.queries.ts'

/** Short, so that a visitor whose own session has ended is out soon. */
const tokenMinutes = 5

export interface WantedToken {
  account: string
  id: string
  visitorId: string
}

export interface VisitorToken {
  token: string
  /** UTC. */
  expires: string
}

/** Undefined if the session is not active. */
export type IssueVisitorToken = (wanted: WantedToken) => Promise<VisitorToken | undefined>

/** In the home cell of the account, wherever that is. */
export function createVisitorTokens(
  ctx: Pick<Context, 'db' | 'cells' | 'config' | 'now'>,
  tokens: Tokens,
): IssueVisitorToken {
  const locator = createLocator(ctx)
  return async (wanted) => {
    const home = await locator?.locate({ kind: 'account', name: wanted.account })
    if (typeof home === 'object') return fetchSupportToken(ctx, home, wanted)
    return issueHere(ctx, tokens, wanted)
  }
}

export async function issueHere(
  ctx: Pick<Context, 'db' | 'cells' | 'now'>,
  tokens: Tokens,
  { account, id, visitorId }: WantedToken,
): Promise<VisitorToken | undefined> {
  const now = ctx.now()
  const accountId = await queries.findAccountId(ctx.db.directory, account)
  if (accountId === undefined) return undefined
  const cell = ctx.cells?.own ?? null
  const expiresAt = await queries.findExpiry(ctx.db.forAccount(accountId), { id, visitorId, cell, now })
  if (!expiresAt) return undefined
  const minutes = Math.min(tokenMinutes, (expiresAt.getTime() - now.getTime()) / 60_000)
  const claims = { userId: visitorId, account, clientId: id, authenticatedAt: now }
  const { token, expires } = await tokens.issue(claims, minutes)
  return { token, expires: expires.toISOString() }
}
