// Packet loss by nftables in the experiment's own network namespace. All processes communicate over its loopback, so
// anything with a port can be cut off.

import { execFileSync } from 'node:child_process'
import type { Victim } from './faults.ts'

const table = 'inet chaos'
const leastLossPercent = 10
const maxLossPercent = 30

export interface Network {
  /** Faults for the listener on these ports, over TCP or UDP. */
  victimAt(...ports: number[]): Victim
}

export function createNetwork(): Network {
  nft(`add table ${table}\nadd chain ${table} input { type filter hook input priority 0; }`)

  async function filter(ports: number[], ends: ('sport' | 'dport')[], which = ''): Promise<void> {
    const rules = ends.map(
      (end) => `meta l4proto { tcp, udp } th ${end} { ${ports.join(', ')} } ${which} drop`,
    )
    nft(rules.map((rule) => `add rule ${table} input ${rule}`).join('\n'))
  }
  const heal = async () => nft(`flush chain ${table} input`)

  return {
    victimAt: (...ports) => ({
      cut: { begin: () => filter(ports, ['sport', 'dport']), end: heal },
      loss: {
        begin: (random) => {
          const percent = Math.round(random.between(leastLossPercent, maxLossPercent))
          return filter(ports, ['sport', 'dport'], `numgen random mod 100 < ${percent}`)
        },
        end: heal,
      },
      mute: { begin: () => filter(ports, ['sport']), end: heal },
    }),
  }
}

function nft(rules: string): void {
  execFileSync('nft', ['-f', '-'], { input: `${rules}\n` })
}
