// What a reader sees in his e-mail program, for blocks that go on with a code out of a letter.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Letters {
  url: string
  close(): void
}

/** `GET /<address>` waits for a letter to that address and answers with the newest. */
export async function showLetters(arrived: readonly { to: string; raw: string }[]): Promise<Letters> {
  const server = createServer(async ({ url = '' }, answer): Promise<unknown> => {
    const to = decodeURIComponent(url.slice(1))
    for (let tries = 0; tries < 100; tries += 1) {
      const letter = arrived.findLast((one) => one.to === to)
      if (letter) return answer.end(letter.raw)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return answer.writeHead(404).end(`no letter came to ${to}\n`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
