// The certificate for trackers over TLS. A renewed one is used for new connections.

import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { createSecureContext, TLSSocket } from 'node:tls'
import { inBackground } from '../../platform/async/in-background.ts'
import type { Context } from '../../platform/context.ts'
import { metrics } from '../../platform/observability/metrics.ts'

const readEveryMs = 60_000

export interface TrackerCertificate {
  /** Begins TLS on this connection, which is closed if the handshake fails. Undefined while there is no certificate. */
  secure(socket: Socket): TLSSocket | undefined
  stop(): void
}

/** Undefined if none is configured. One that cannot be read yet must not keep trackers without TLS waiting. */
export async function openTrackerCertificate(
  ctx: Pick<Context, 'config' | 'log'>,
): Promise<TrackerCertificate | undefined> {
  const { certificateFile, keyFile } = ctx.config.gateway.tls
  if (certificateFile === '') return undefined
  let lastRead = ''
  let secureContext: SecureContext | undefined

  /** What cannot be used is reported once. The key may be replaced a moment after the certificate. */
  async function read(): Promise<void> {
    let found = ''
    try {
      const [cert, key] = await Promise.all([readFile(certificateFile, 'utf8'), readFile(keyFile, 'utf8')])
      found = cert + key
      if (found === lastRead) return
      secureContext = createSecureContext({ cert, key, minVersion: 'TLSv1.2' })
      const { validFromDate, validToDate } = new X509Certificate(cert)
      metrics.certificateValidity.set({ bound: 'begin' }, validFromDate.getTime() / 1_000)
      metrics.certificateValidity.set({ bound: 'end' }, validToDate.getTime() / 1_000)
      ctx.log.info({ certificateFile, validTo: validToDate }, 'using this certificate for trackers over TLS')
    } catch (error) {
      found ||= (error as Error).message
      if (found !== lastRead)
        ctx.log.error({ err: error, certificateFile }, 'the certificate for trackers over TLS cannot be used')
    }
    lastRead = found
  }

  await read()
  const timer = setInterval(() => inBackground(ctx, read()), readEveryMs)
  timer.unref()
  return {
    secure: (socket) => secureContext && new TLSSocket(socket, { isServer: true, secureContext }),
    stop: () => clearInterval(timer),
  }
}
