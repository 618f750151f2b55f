// Requests of the attacking account, by its users in turn.

import type { Targets } from '../attack.types.ts'
import { outcomeOf, ownAddress, send } from '../attack-client.ts'
import type { Outcome } from '../waves.ts'

export function tokenOf({ own: { tokens } }: Targets, turn: number): string {
  return tokens[turn % tokens.length]!
}

export function post(targets: Targets, turn: number, path: string, body: object): Promise<Outcome> {
  return write(targets, turn, 'POST', path, body)
}

export function put(targets: Targets, turn: number, path: string, body: object): Promise<Outcome> {
  return write(targets, turn, 'PUT', path, body)
}

export function patch(targets: Targets, turn: number, path: string, body: object): Promise<Outcome> {
  return write(targets, turn, 'PATCH', path, body, { 'content-type': 'application/merge-patch+json' })
}

async function write(
  targets: Targets,
  turn: number,
  method: 'POST' | 'PUT' | 'PATCH',
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Outcome> {
  return outcomeOf(
    await send(targets.apiUrl, {
      method,
      path,
      token: tokenOf(targets, turn),
      from: ownAddress(turn),
      headers,
      body: JSON.stringify(body),
    }),
  )
}

export async function get(
  targets: Targets,
  turn: number,
  path: string,
  headers: Record<string, string> = {},
): Promise<Outcome> {
  return outcomeOf(
    await send(targets.apiUrl, { path, token: tokenOf(targets, turn), from: ownAddress(turn), headers }),
  )
}
