// Lines between a client and a server, as they are on bad days.

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'
import type { Fetch } from '../src/index.ts'

export interface CountedFetch {
  fetch: Fetch
  /** What was answered, as `POST /api/groups 201`. */
  answers: string[]
}

export function countAnswers(send: Fetch = fetch): CountedFetch {
  const answers: string[] = []
  return {
    answers,
    fetch: async (url, init) => {
      const response = await send(url, init)
      answers.push(`${init?.method ?? 'GET'} ${new URL(url).pathname} ${response.status}`)
      return response
    },
  }
}

export interface GreedyLine {
  url: string
  /** The next so many answers get lost, after the server gave them. */
  swallow(answers: number): void
  swallowed(): number
  close(): Promise<void>
}

export async function openGreedyLine(targetUrl: string): Promise<GreedyLine> {
  const target = new URL(targetUrl)
  let toSwallow = 0
  let swallowed = 0
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    near.pipe(far)
    far.on('data', (bytes) => {
      if (toSwallow === 0) return void near.write(bytes)
      toSwallow -= 1
      swallowed += 1
      near.resetAndDestroy()
      far.destroy()
    })
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    near.on('error', () => {})
    far.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    swallow(answers) {
      toSwallow = answers
    },
    swallowed: () => swallowed,
    async close() {
      server.close()
      await once(server, 'close')
    },
  }
}

/** A browser as far as cookies go: it keeps one, and sends it along. */
export function createBrowser(): CountedFetch & { forget(): void } {
  let cookie: string | undefined
  const counted = countAnswers(async (url, init) => {
    const headers = new Headers(init?.headers)
    if (cookie) headers.set('cookie', cookie)
    const response = await fetch(url, { ...init, headers })
    const [given] = response.headers.getSetCookie()
    if (given) cookie = given.split(';')[0]
    return response
  })
  return {
    ...counted,
    forget() {
      cookie = undefined
    },
  }
}
