// A file server with range requests, in place of the server of a remote archive. It can misbehave.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface RangeServer {
  url: string
  /** The requests since the start. */
  requests: { from: number; to: number }[]
  content: Buffer
  etag: string
  /** Called before each answer; may change the server, or answer itself by returning true. */
  misbehave: ((answer: RangeAnswer) => boolean) | undefined
  close(): Promise<void>
}

export interface RangeAnswer {
  number: number
  from: number
  to: number
  response: import('node:http').ServerResponse
}

export async function openRangeServer(content: Buffer): Promise<RangeServer> {
  const server = createServer((request, response) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const from = Number(first)
    const to = Math.min(Number(last), ranges.content.length - 1)
    ranges.requests.push({ from, to })
    if (ranges.misbehave?.({ number: ranges.requests.length, from, to, response })) return
    if (first === undefined || from >= ranges.content.length) {
      response.writeHead(first === undefined ? 200 : 416).end(first === undefined ? ranges.content : '')
      return
    }
    response.writeHead(206, {
      etag: ranges.etag,
      'content-range': `bytes ${from}-${to}/${ranges.content.length}`,
      'content-length': to - from + 1,
    })
    response.end(ranges.content.subarray(from, to + 1))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const ranges: RangeServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/planet.pmtiles?key=a-key-of-mine`,
    requests: [],
    content,
    etag: '"1"',
    misbehave: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return ranges
}
