// Additional ports, each for one protocol.

import type { SocketProtocol } from '@rastro/protocols'
import { socketProtocols } from '@rastro/protocols'
import type { Config } from '../config/config.ts'

export interface ProtocolPorts {
  ports: { protocol: SocketProtocol; port: number }[]
  faults: string[]
}

export function readProtocolPorts(config: Config): ProtocolPorts {
  const read: ProtocolPorts = { ports: [], faults: [] }
  for (const pair of config.gateway.protocolPorts) {
    const [name, port] = pair.split('=')
    const protocol = socketProtocols.find((one) => one.name === name)
    if (protocol && Number.isInteger(Number(port))) read.ports.push({ protocol, port: Number(port) })
    else {
      const names = socketProtocols.map((one) => one.name).join(', ')
      read.faults.push(
        `RASTRO_GATEWAY_PROTOCOL_PORTS: "${pair}" is not <protocol>=<port>; known protocols: ${names}`,
      )
    }
  }
  return read
}
