// Unreliable connections between a client and a server.

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'
import type { Fetch } from '../src/index.ts'

export interface CountedFetch {
  fetch: Fetch
  /** The responses, as `POST /api/groups 201`. */
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

export interface LossyProxy {
  url: string
  /** Drops the next so many responses, after the server has processed the requests. */
  dropResponses(answers: number): void
  droppedResponses(): number
  close(): Promise<void>
}

export async function openLossyProxy(targetUrl: string): Promise<LossyProxy> {
  const target = new URL(targetUrl)
  let toDrop = 0
  let droppedResponses = 0
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    near.pipe(far)
    far.on('data', (bytes) => {
      if (toDrop === 0) {
        near.write(bytes)
        return
      }
      toDrop -= 1
      droppedResponses += 1
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
    dropResponses(answers) {
      toDrop = answers
    },
    droppedResponses: () => droppedResponses,
    async close() {
      server.close()
      await once(server, 'close')
    },
  }
}

/** A minimal browser: it stores one cookie and sends it. */
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
