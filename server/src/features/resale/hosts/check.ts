// Checks hosts in DNS, stores what follows, and informs the staff of the reseller.

import type { Context } from '../../../platform/context.ts'
import { metrics } from '../../../platform/observability/metrics.ts'
import { createResolver } from '../../../platform/outbound/guard.ts'
import { treeOf } from '../tree-database.ts'
import { readEvidence } from './dns-proof.ts'
import * as queries from './host.queries.ts'
import type { StoredHost } from './host.types.ts'
import { judgeCheck } from './judge-check.ts'

type Needs = Pick<Context, 'db' | 'cells' | 'config' | 'now' | 'sites'>

const uniqueViolation = '23505'

export interface HostChecker {
  check(host: StoredHost): Promise<void>
}

/** Asks the same name servers as webhooks do. */
export function createHostChecker(ctx: Needs): HostChecker {
  const resolver = createResolver(ctx.config.webhooks.dnsServers)
  const { platformHost } = ctx.sites
  return {
    async check(host) {
      const evidence = await readEvidence(resolver, host, platformHost)
      const change = judgeCheck(host, evidence, ctx.now())
      metrics.hostChecks.inc({ outcome: evidence.proof })
      try {
        await queries.settleHost(treeOf(ctx), host, change)
      } catch (error) {
        // Another reseller has proven the name, and its record is still there.
        if ((error as { code?: unknown }).code !== uniqueViolation) throw error
        const { state, verifiedAt, failingSince } = host
        const taken = { ...change, state, verifiedAt, failingSince, fault: 'taken' } as const
        await queries.settleHost(treeOf(ctx), host, taken)
        return
      }
      await queries.keepHome(treeOf(ctx), host.node)
    },
  }
}
