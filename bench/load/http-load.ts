// A few clients that send requests one after the other over keep-alive connections.

import { Agent, request } from 'node:http'

export interface Load {
  perSecond: number
  latenciesMs: number[]
}

export interface HttpRequest {
  url: string
  headers?: Record<string, string>
}

/** `clients` in parallel, each sending its next request after the last response, `count` requests in total. */
export async function load(
  requestAt: (index: number) => HttpRequest,
  count: number,
  clients: number,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const latenciesMs: number[] = []
  let next = 0
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (next < count) {
        const index = next
        next += 1
        const sentAt = performance.now()
        await get(agent, requestAt(index))
        latenciesMs.push(performance.now() - sentAt)
      }
    }),
  )
  const perSecond = count / ((performance.now() - startedAt) / 1_000)
  agent.destroy()
  return { perSecond, latenciesMs }
}

function get(agent: Agent, { url, headers = {} }: HttpRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, headers }, (response) => {
      response.resume()
      response.on('end', () => {
        if (response.statusCode === 200) resolve()
        else reject(new Error(`${url} answered ${response.statusCode}`))
      })
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}
