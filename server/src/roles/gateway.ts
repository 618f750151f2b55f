// The gateway role: receives from trackers over TCP, UDP and TLS, and over HTTP if it has a port for it.

import { socketProtocols } from '@rastro/protocols'
import { ConfigError } from '../config/config.ts'
import { startDispatcher } from '../features/commands/dispatcher.api.ts'
import { createFrameArchive } from '../features/gateway/frame-archive.api.ts'
import { createGateway } from '../features/gateway/gateway.api.ts'
import type { Listener } from '../features/gateway/tcp.api.ts'
import { listenTcp } from '../features/gateway/tcp.api.ts'
import { openTrackerCertificate } from '../features/gateway/tracker-certificate.api.ts'
import { listenUdp } from '../features/gateway/udp.api.ts'
import type { Context } from '../platform/context.ts'
import { readProtocolPorts } from './protocol-ports.ts'

// The HTTP server takes 20 MB that a gateway without it saves.
const loadHttp = () => import('./gateway-http.ts')

export interface RunningGateway {
  port: number
  tlsPort: number | undefined
  stop(): Promise<void>
}

export async function startGateway(ctx: Context): Promise<RunningGateway> {
  const { ports, faults } = readProtocolPorts(ctx.config)
  if (faults.length > 0) throw new ConfigError(faults)
  const certificate = await openTrackerCertificate(ctx)
  const commands = startDispatcher(ctx)
  const frames = createFrameArchive(ctx)
  const gateway = { ...createGateway(ctx), commands, frames }
  const { host, port, tls } = ctx.config.gateway
  const listeners: Listener[] = []
  const common = await listenTcp(gateway, socketProtocols, { host, port })
  listeners.push(common, await listenUdp(gateway, socketProtocols, { host, port: common.port }))
  const secure =
    certificate && (await listenTcp(gateway, socketProtocols, { host, port: tls.port, certificate }))
  if (secure) listeners.push(secure)
  for (const { protocol, port } of ports) {
    const own = [protocol]
    if (protocol.transports.includes('tcp')) listeners.push(await listenTcp(gateway, own, { host, port }))
    if (protocol.transports.includes('udp')) listeners.push(await listenUdp(gateway, own, { host, port }))
  }
  const http = ctx.config.gateway.httpPort > 0 ? await (await loadHttp()).listenHttp(ctx, gateway) : undefined
  return {
    port: common.port,
    tlsPort: secure?.port,
    async stop() {
      certificate?.stop()
      await http?.stop()
      await Promise.all(listeners.map((listener) => listener.stop()))
      await commands.stop()
      await frames.stop()
      gateway.stop()
    },
  }
}
