// A client that constantly changes an account through the API, at either cell. Failed changes are retried with the
// same idempotency key: in the end every confirmed change must be there exactly once.

import { setTimeout as sleep } from 'node:timers/promises'
import { getToken } from '../installation/rest.ts'

export interface Writers {
  finish(): Promise<Written>
}

export interface Written {
  /** Names of created rows, by table. */
  made: { devices: string[]; geofences: string[]; users: string[] }
  /** The last confirmed description by device name. */
  renamed: Map<string, string>
  refusals: number
  /** The longest time from the first attempt of a change to its success. */
  longestMs: number
  /** The same for reads, which stay available during a move. */
  longestReadMs: number
}

interface Owner {
  userName: string
  apiKey: string
}

const betweenMs = 150
const tryAgainAfterMs = 200
/** Far from where the trackers drive. */
const farAway = [20, 10]

export function startWriters(apiUrls: string[], owner: Owner): Writers {
  const tokens = new Map<string, string>()
  const written: Written = {
    made: { devices: [], geofences: [], users: [] },
    renamed: new Map(),
    refusals: 0,
    longestMs: 0,
    longestReadMs: 0,
  }
  let isOver = false
  let turn = 0

  /** One attempt at the next cell. Undefined if it failed there. */
  async function attempt(method: string, path: string, key: string, body?: object): Promise<unknown> {
    turn += 1
    const url = apiUrls[turn % apiUrls.length]!
    try {
      const token = tokens.get(url) ?? (await getToken(url, owner))
      tokens.set(url, token)
      const response = await fetch(url + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
          ...(method === 'POST' && { 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(20_000),
      })
      if (response.ok) return await response.json()
      if (response.status === 401) tokens.delete(url)
      else if (response.status < 500 && response.status !== 404)
        throw new Refusal(`${method} ${path}: ${response.status} ${await response.text()}`)
    } catch (error) {
      if (error instanceof Refusal) throw error
    }
    return undefined
  }

  // biome-ignore lint/suspicious/noExplicitAny: every response is different.
  async function insist(method: string, path: string, body?: object): Promise<any> {
    const key = crypto.randomUUID()
    const beganMs = performance.now()
    for (;;) {
      const answer = await attempt(method, path, key, body)
      const tookMs = performance.now() - beganMs
      if (answer !== undefined) {
        if (method === 'GET') written.longestReadMs = Math.max(written.longestReadMs, tookMs)
        else written.longestMs = Math.max(written.longestMs, tookMs)
        return answer
      }
      written.refusals += 1
      await sleep(tryAgainAfterMs)
    }
  }

  async function write(number: number): Promise<void> {
    const name = `Made ${number}`
    const { device } = await insist('POST', '/api/devices', { name, identifier: `made-${number}` })
    written.made.devices.push(name)
    await sleep(betweenMs)
    const geometry = { type: 'Point', coordinates: farAway }
    await insist('POST', '/api/geofences', { name, geometry, radius: 100 })
    written.made.geofences.push(name)
    await sleep(betweenMs)
    await insist('PATCH', `/api/devices/${device.id}`, { description: `changed ${number}` })
    written.renamed.set(name, `changed ${number}`)
    await sleep(betweenMs)
    const userName = `made-${number}@example.com`
    await insist('POST', '/api/users', { userName, name, email: userName, country: 'ES', timeZone: 'UTC' })
    written.made.users.push(userName)
  }

  async function repeat(work: (number: number) => Promise<void>): Promise<void> {
    for (let number = 1; !isOver; number += 1) {
      await work(number)
      await sleep(betweenMs)
    }
  }

  const working = Promise.all([
    repeat(write),
    repeat(async () => {
      await insist('GET', '/api/devices?limit=5')
    }),
  ])
  working.catch(() => {})
  return {
    async finish() {
      isOver = true
      await working
      return written
    },
  }
}

class Refusal extends Error {}
