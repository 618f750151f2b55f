// Calls the installation by https, as a program outside: with the proxy's own authority, and nothing else trusted.

import { request } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'

const callEveryMs = 250

export interface Answer<Body> {
  status: number
  body: Body
}

export interface Caller {
  token?: string
  call<Body = Record<string, never>>(method: string, path: string, body?: object): Promise<Answer<Body>>
  /** As a browser asks for a page. */
  page(path: string): Promise<string>
}

export function createCaller(address: string, host: string, ca: string): Caller {
  const caller: Caller = {
    async call<Body>(method: string, path: string, body?: object) {
      const { status, text } = await send(method, path, body)
      return { status, body: (text.startsWith('{') ? JSON.parse(text) : {}) as Body }
    },
    page: async (path) => (await send('GET', path, undefined, 'text/html')).text,
  }

  function send(
    method: string,
    path: string,
    body?: object,
    accept = 'application/json',
  ): Promise<{ status: number; text: string }> {
    const headers = {
      host,
      accept,
      origin: `https://${host}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(caller.token && { authorization: `Bearer ${caller.token}` }),
    }
    return new Promise((resolve, reject) => {
      const options = {
        host: address,
        port: 443,
        servername: host,
        ca,
        method,
        path,
        headers,
        timeout: 30_000,
      }
      const sent = request(options, async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk)
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() })
      })
      sent.on('error', reject)
      sent.on('timeout', () => sent.destroy(new Error(`${method} ${path} was not answered`)))
      sent.end(body && JSON.stringify(body))
    })
  }

  return caller
}

/** Reads the devices four times a second until it is stopped. */
export function keepCalling(caller: Caller): { stop(): Promise<{ answered: number; failed: number }> } {
  let answered = 0
  let failed = 0
  let isStopped = false
  const done = (async () => {
    while (!isStopped) {
      const status = await caller.call('GET', '/api/devices').then(
        (answer) => answer.status,
        () => 0,
      )
      if (status === 200) answered += 1
      else failed += 1
      await sleep(callEveryMs)
    }
  })()
  return {
    async stop() {
      isStopped = true
      await done
      return { answered, failed }
    },
  }
}
