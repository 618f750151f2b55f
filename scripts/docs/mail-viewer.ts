// Shows received e-mails, for blocks that continue with a code from one.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface MailViewer {
  url: string
  close(): void
}

/** `GET /<address>` waits for an e-mail to that address and returns the newest. */
export async function showMail(messages: readonly { to: string; raw: string }[]): Promise<MailViewer> {
  const server = createServer(async ({ url = '' }, answer): Promise<unknown> => {
    const to = decodeURIComponent(url.slice(1))
    for (let tries = 0; tries < 100; tries += 1) {
      const message = messages.findLast((one) => one.to === to)
      if (message) return answer.end(message.raw)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return answer.writeHead(404).end(`no e-mail received for ${to}\n`)
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
