import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { callApi } from './rest.ts'

const server = createServer()
afterEach(() => {
  server.removeAllListeners('request')
  server.close()
})

async function answering(answer: (turn: number, response: ServerResponse) => void) {
  const calls: number[] = []
  server.on('request', (_request, response) => answer(calls.push(performance.now()), response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { calls, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('repeats a call that a rate limit refuses after the time that the server names', async () => {
  const { calls, url } = await answering((turn, response) =>
    turn < 3
      ? response.writeHead(429, { 'retry-after': '0.2' }).end('{}')
      : response.writeHead(200).end('{"id":1}'),
  )
  expect(await callApi(url, undefined, 'GET', '/')).toEqual({ id: 1 })
  expect(calls).toHaveLength(3)
  expect(calls[2]! - calls[0]!).toBeGreaterThan(390)
})

test('gives up at once where the wait is too long or the call is refused for another reason', async () => {
  const { calls, url } = await answering((turn, response) =>
    turn === 1
      ? response.writeHead(429, { 'retry-after': '3600' }).end('{}')
      : response.writeHead(503, { 'retry-after': '0' }).end('{}'),
  )
  await expect(callApi(url, undefined, 'GET', '/')).rejects.toThrow('GET /: 429')
  await expect(callApi(url, undefined, 'GET', '/')).rejects.toThrow('GET /: 503')
  expect(calls).toHaveLength(2)
})
