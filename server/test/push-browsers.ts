// Browsers with notifications, and their push service: it speaks HTTP as the real ones do, and each browser decrypts with
// its own keys, written from RFC 8291 and not from the code.

import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PushBrowser {
  /** As `PushSubscription.toJSON()` returns it. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  /** The answer of its push service to the next messages: a status, or silence. */
  answer: number | 'hangs'
  headers: Record<string, string>
  received: ReceivedPush[]
}

export interface ReceivedPush {
  atMs: number
  headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever was sent.
  payload: any
}

export interface PushBrowsers {
  url: string
  open(): PushBrowser
  /** Connections that were opened. */
  connections(): number
  close(): Promise<void>
}

export async function openPushBrowsers({ delayMs = 0 }: { delayMs?: number } = {}): Promise<PushBrowsers> {
  const browsers = new Map<string, PushBrowser & { decrypt(body: Buffer): string }>()
  let connections = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const browser = browsers.get(request.url ?? '')
    if (!browser || browser.answer === 'hangs') {
      if (!browser) response.writeHead(404).end()
      return
    }
    if (browser.answer === 201) {
      const payload: unknown = JSON.parse(browser.decrypt(Buffer.concat(chunks)))
      browser.received.push({ atMs: Date.now(), headers: request.headers, payload })
    }
    const { answer, headers } = browser
    setTimeout(() => response.writeHead(answer, headers).end(), delayMs)
  })
  server.on('connection', () => {
    connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    open() {
      const path = `/push/${randomBytes(16).toString('hex')}`
      const keys = newBrowserKeys()
      const browser = {
        subscription: { endpoint: url + path, keys: keys.shown },
        answer: 201,
        headers: {},
        received: [],
        decrypt: keys.decrypt,
      }
      browsers.set(path, browser)
      return browser
    },
    connections: () => connections,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Random ones, or those of an example. */
export function newBrowserKeys(given?: { privateKey: string; auth: string }) {
  const exchange = createECDH('prime256v1')
  if (given) exchange.setPrivateKey(Buffer.from(given.privateKey, 'base64url'))
  else exchange.generateKeys()
  const auth = given ? Buffer.from(given.auth, 'base64url') : randomBytes(16)
  return {
    shown: { p256dh: exchange.getPublicKey('base64url'), auth: auth.toString('base64url') },
    decrypt(body: Buffer): string {
      const salt = body.subarray(0, 16)
      const senderPoint = body.subarray(21, 21 + body.readUInt8(20))
      const rest = body.subarray(21 + senderPoint.length)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), exchange.getPublicKey(), senderPoint])
      const key = derive(exchange.computeSecret(senderPoint), auth, info, 32)
      const decipher = createDecipheriv(
        'aes-128-gcm',
        derive(key, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
        derive(key, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
      )
      decipher.setAuthTag(rest.subarray(-16))
      const padded = Buffer.concat([decipher.update(rest.subarray(0, -16)), decipher.final()])
      if (padded.at(-1) !== 2) throw new Error('the last record does not end')
      return padded.subarray(0, -1).toString('utf8')
    },
  }
}

function derive(key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, length))
}
