// Somebody who changes an account through the API all the time, at whichever cell answers. What he cannot do he tries
// again, under the same key: at the end everything must be there that was answered, and nothing twice.

import { setTimeout as sleep } from 'node:timers/promises'
import { getToken } from '../installation/rest.ts'

export interface Writers {
  finish(): Promise<Written>
}

export interface Written {
  /** Names of what was made, by the table it must be found in. */
  made: { devices: string[]; geofences: string[]; users: string[] }
  /** What the name of a device was changed to last. */
  renamed: Map<string, string>
  refusals: number
  /** The longest time that one change took from its first try. */
  longestMs: number
  /** The same of plain reading, which goes on where the account is. */
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

  /** Once, at the next cell. Undefined where it could not be done there. */
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

  // biome-ignore lint/suspicious/noExplicitAny: each call answers something else.
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
