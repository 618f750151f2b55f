// HTTPS in front of the server, with a certificate of its own, and a Chromium that trusts it for every *.example host.

import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import type { Browser } from 'playwright-core'
import { makeCertificate } from '../server/test/certificate.ts'
import { launchTrusting } from './trusting-browser.ts'

export interface TlsProxy {
  browser: Browser
  /** Later connections go there. */
  leadTo(port: number): void
  close(): Promise<void>
}

export async function openTlsProxy(firstPort: number): Promise<TlsProxy> {
  const { key, cert } = issueCertificate()
  const sockets = new Set<Socket>()
  let target = firstPort
  const server = createServer({ key, cert }, (near) => {
    const far = connect(target, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const browser = await launchTrusting(port, cert)
  return {
    browser,
    leadTo(port) {
      target = port
      // Browsers keep connections open.
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      await browser.close()
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function issueCertificate(): { key: Buffer; cert: Buffer } {
  const dir = mkdtempSync(join(tmpdir(), 'rastro-tls-'))
  try {
    const { certificateFile, keyFile } = makeCertificate(dir, '*.example')
    return { key: readFileSync(keyFile), cert: readFileSync(certificateFile) }
  } finally {
    rmSync(dir, { recursive: true })
  }
}
