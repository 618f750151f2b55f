// Which brokers may be reached: those that the guard of outbound connections allows.

import type { Context } from '../../../platform/context.ts'
import type { Guard, Schemes, Target } from '../../../platform/outbound/guard.ts'
import { createGuard } from '../../../platform/outbound/guard.ts'
import type { BrokerAddress } from './broker-url.ts'
import { brokerAddressOf } from './broker-url.ts'

const schemes: Record<BrokerAddress['kind'], Schemes> = {
  mqtt: { secure: 'mqtts:', securePort: 8_883, plain: 'mqtt:', plainPort: 1_883 },
  amqp: { secure: 'amqps:', securePort: 5_671, plain: 'amqp:', plainPort: 5_672 },
}

export interface BrokerTarget {
  guard: Guard
  address: BrokerAddress
  target: Target
}

/** Finds the target of a URL, or what is wrong with it regardless of what its name resolves to. */
export function createBrokerTargets(ctx: Pick<Context, 'config'>): (url: string) => BrokerTarget | string {
  const { allowedNetworks, publicPorts, dnsServers } = ctx.config.webhooks
  const guardOf = (kind: BrokerAddress['kind']) =>
    createGuard({
      schemes: schemes[kind],
      allowedNetworks,
      publicPorts: [schemes[kind].securePort, ...publicPorts],
      dnsServers,
      who: 'webhooks',
    })
  const guards = { mqtt: guardOf('mqtt'), amqp: guardOf('amqp') }
  return (url) => {
    const guard = guards[/^mqtt/i.test(url) ? 'mqtt' : 'amqp']
    const target = guard.targetOf(url)
    if (typeof target === 'string') return target
    const address = brokerAddressOf(url)
    return typeof address === 'string' ? address : { guard, address, target }
  }
}
