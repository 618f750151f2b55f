// Calls between cells while an account moves.

import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { UnauthenticatedError, UnavailableError } from '../../platform/http/errors.ts'
import type { Cell } from './cell.types.ts'
import { forwardingHeaderName, readForwardingHeader, writeForwardingHeader } from './forwarding-header.api.ts'
import { createLocator } from './locator.api.ts'
import { getCell } from './move-directory.api.ts'

type Needs = Pick<Context, 'config' | 'cells'>
type PeerCell = Pick<Cell, 'number' | 'apiUrl'>

export const paths = {
  locations: '/internal/locations',
  lastPosition: '/internal/lastPosition',
  passwordResets: '/internal/passwordResets',
  supportTokens: '/internal/supportTokens',
} as const
const answerWithinMs = 20_000

/** Resolves once the other cell has appended them to its log. */
export async function sendLocations(ctx: Needs, cell: PeerCell, batches: object[]): Promise<void> {
  await call(ctx, cell, paths.locations, { batches })
}

/** Like sendLocations, by cell number. */
export async function sendToCell(ctx: Needs, cell: number, batches: object[]): Promise<void> {
  await sendLocations(ctx, await getCell(ctx, cell), batches)
}

/** The end of the other cell's log of events, as a cursor. */
export async function fetchLastPosition(ctx: Needs, cell: PeerCell): Promise<string> {
  const { position } = (await call(ctx, cell, paths.lastPosition, {})) as { position: string }
  return position
}

/** A token of a support session, issued by the home cell of the account. Undefined if the session is not active there. */
export async function fetchSupportToken(
  ctx: Needs,
  cell: PeerCell,
  wanted: { account: string; id: string; visitorId: string },
): Promise<{ token: string; expires: string } | undefined> {
  const { issued } = (await call(ctx, cell, paths.supportTokens, wanted)) as {
    issued?: { token: string; expires: string }
  }
  return issued
}

/** Passes requests for a new password to the home cell of the user. Undefined in a single-cell installation. */
export function createResetForwarder(ctx: Needs & Pick<Context, 'db'>) {
  const locator = createLocator(ctx)
  if (!locator) return undefined
  return async (request: { userName: string }): Promise<void> => {
    const home = await locator.askDirectory({ kind: 'user', name: request.userName })
    if (typeof home !== 'string') await call(ctx, home, paths.passwordResets, request)
  }
}

async function call(
  { config, cells }: Needs,
  { number, apiUrl }: PeerCell,
  path: string,
  payload: object,
): Promise<unknown> {
  const body = JSON.stringify(payload)
  // The header signs the hash of the body, so the receiver can authenticate the call before it reads the body.
  const what = `${path}:${hashOf(body)}`
  const forwarding = { from: cells?.own ?? 0, to: number, atMs: Date.now(), address: '', what }
  const response = await fetch(new URL(path, apiUrl), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [forwardingHeaderName]: writeForwardingHeader(config.access, forwarding),
    },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(answerWithinMs),
  }).catch((error) => {
    throw new UnavailableError(error)
  })
  if (response.ok) return response.json()
  throw new UnavailableError(`${apiUrl}${path} answered ${response.status}: ${await response.text()}`)
}

function hashOf(body: string): string {
  return createHash('sha256').update(body).digest('base64url')
}

/**
 * Hooks for routes that only other cells may call. The signature is checked before the body is read, then the body
 * against the signed hash.
 */
export function fromPeerCell(ctx: Needs, path: string) {
  return {
    onRequest: async ({ headers }: FastifyRequest) => {
      if (!signedTarget(ctx, headers).startsWith(`${path}:`)) throw unknownCell()
    },
    preHandler: async ({ body, headers }: FastifyRequest) => {
      if (!signedTarget(ctx, headers).endsWith(`:${hashOf(JSON.stringify(body))}`)) throw unknownCell()
    },
  }
}

function signedTarget({ config, cells }: Needs, headers: FastifyRequest['headers']): string {
  const position = { own: cells?.own ?? 0, nowMs: Date.now() }
  return readForwardingHeader(config.access, String(headers[forwardingHeaderName]), position)?.what ?? ''
}

function unknownCell(): UnauthenticatedError {
  return new UnauthenticatedError('cells.unknown', 'Only another cell of this installation may call this.')
}
