// A few clients that ask one after the other over lines that stay open.

import { Agent, request } from 'node:http'

export interface Load {
  perSecond: number
  latenciesMs: number[]
}

export interface Ask {
  url: string
  headers?: Record<string, string>
}

/** `clients` in parallel, each asking its next question when the last was answered, `count` questions in all. */
export async function load(ask: (index: number) => Ask, count: number, clients: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const latenciesMs: number[] = []
  let next = 0
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (next < count) {
        const index = next
        next += 1
        const askedAt = performance.now()
        await get(agent, ask(index))
        latenciesMs.push(performance.now() - askedAt)
      }
    }),
  )
  const perSecond = count / ((performance.now() - startedAt) / 1_000)
  agent.destroy()
  return { perSecond, latenciesMs }
}

function get(agent: Agent, { url, headers = {} }: Ask): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers }, (response) => {
      response.resume()
      response.on('end', () => {
        if (response.statusCode === 200) resolve()
        else reject(new Error(`${url} answered ${response.statusCode}`))
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}
