// What cells say to each other when an account moves.

import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { UnauthenticatedError, UnavailableError } from '../../platform/http/errors.ts'
import type { Cell } from './cell.types.ts'
import { passageHeader, readPassage, writePassage } from './forwarding-header.api.ts'
import { getCell } from './move-directory.api.ts'

type Needs = Pick<Context, 'config' | 'cells'>
type Neighbour = Pick<Cell, 'number' | 'apiUrl'>

export const paths = { locations: '/internal/locations', lastPlace: '/internal/lastPlace' } as const
const answerWithinMs = 20_000

/** Resolves once the log of the other cell holds them. */
export async function tellLocations(ctx: Needs, cell: Neighbour, batches: object[]): Promise<void> {
  await call(ctx, cell, paths.locations, { batches })
}

/** The same, where only the number of the cell is known. */
export async function tellCell(ctx: Needs, cell: number, batches: object[]): Promise<void> {
  await tellLocations(ctx, await getCell(ctx, cell), batches)
}

/** The end of the other cell's log of events, as a cursor. */
export async function askLastPlace(ctx: Needs, cell: Neighbour): Promise<string> {
  const { place } = (await call(ctx, cell, paths.lastPlace, {})) as { place: string }
  return place
}

async function call(
  { config, cells }: Needs,
  { number, apiUrl }: Neighbour,
  path: string,
  says: object,
): Promise<unknown> {
  const body = JSON.stringify(says)
  // The body's hash stands in the line, so that it is believed before it is read.
  const what = `${path}:${hashOf(body)}`
  const passage = { from: cells?.own ?? 0, to: number, atMs: Date.now(), address: '', what }
  const response = await fetch(new URL(path, apiUrl), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [passageHeader]: writePassage(config.access, passage),
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
 * Hooks of a route that only other cells may call. The signature is checked before the body is read, so that nobody else
 * makes the server read one; then the body against the hash that was signed.
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
  const place = { own: cells?.own ?? 0, nowMs: Date.now() }
  return readPassage(config.access, String(headers[passageHeader]), place)?.what ?? ''
}

function unknownCell(): UnauthenticatedError {
  return new UnauthenticatedError('cells.unknown', 'Only another cell of this installation may call this.')
}
