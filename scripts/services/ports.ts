// Free ports on 127.0.0.1 for the services.
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'

function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

export async function arePortsFree(ports: number[]): Promise<boolean> {
  const answers = await Promise.all(ports.map(isPortFree))
  return answers.every(Boolean)
}

export async function findFreePort(except: number[] = []): Promise<number> {
  const { lowest, highest } = portsOfOurs()
  for (;;) {
    const port = randomInt(lowest, highest)
    if (!except.includes(port) && (await isPortFree(port))) return port
  }
}

// Below the ephemeral port range: otherwise a client that retries the port of a stopped service could be given
// that very port as its source port, and block the service from starting again.
function portsOfOurs(): { lowest: number; highest: number } {
  const range = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')
  const firstOutgoing = Number(range.split(/\s/)[0])
  return { lowest: 15_000, highest: firstOutgoing > 16_000 ? firstOutgoing : 32_768 }
}
