// Checks the reseller tree: pools that add up, transfers of licenses that are settled, and support sessions that end.

import type { HostCounts } from '../../features/resale/hosts/worker.api.ts'
import { countHosts } from '../../features/resale/hosts/worker.api.ts'
import type { TreeFaults } from '../../features/resale/tree.api.ts'
import { countOverdueSupport, findTreeFaults } from '../../features/resale/tree.api.ts'
import { joinCells } from '../../platform/cells/cells.ts'
import type { Context } from '../../platform/context.ts'
import { createLog } from '../../platform/observability/log.ts'
import type { Check, DoctorContext } from './doctor.types.ts'
import { asOwner, fault, inShell, memoize, ok, warning } from './findings.ts'

const settledWithinMs = 60_000
const endedWithinMs = 5 * 60_000

/** Undefined if the directory of cells is unavailable, which has its own check. */
async function inTree<T>(
  { config, db }: DoctorContext,
  load: (ctx: Pick<Context, 'db' | 'cells'>) => Promise<T>,
): Promise<T | undefined> {
  const cells = joinCells(config.cells, createLog('silent'), 'rastro-doctor')
  return load({ db, cells })
    .catch((error) => {
      if (cells) return undefined
      throw error
    })
    .finally(() => cells?.end())
}

const loadFaults = memoize(
  (ctx): Promise<TreeFaults | undefined> =>
    inTree(ctx, (tree) => findTreeFaults(tree, new Date(ctx.now().getTime() - settledWithinMs))),
)

const loadHosts = memoize(
  (ctx): Promise<HostCounts | undefined> => inTree(ctx, (tree) => countHosts({ ...tree, now: ctx.now })),
)

export const resaleChecks: Check[] = [
  {
    id: 'work.license-pools',
    group: 'work',
    about: 'the licenses of a pool and of the nodes below it do not add up',
    needs: 'tables',
    async run(ctx) {
      const faults = await loadFaults(ctx)
      // Nothing to report where nobody sells.
      if (!faults || faults.resellers === 0) return []
      if (faults.broken.length === 0) return ok('the pools of licenses add up')
      return fault(
        `the licenses of ${faults.broken.join(', ')} do not add up`,
        'The database refuses such a change, so rows were changed around it, or a backup of one part was restored.',
        asOwner(
          "SET rastro.directory = 'on';",
          `UPDATE nodes p SET given = (SELECT coalesce(sum(c.granted), 0) FROM nodes c WHERE c.parent = p.number)
  WHERE p.kind <> 'account';`,
        ),
      )
    },
  },
  {
    id: 'work.license-transfers',
    group: 'work',
    about: 'transfers of licenses wait for longer than a minute',
    needs: 'tables',
    async run(ctx) {
      const faults = await loadFaults(ctx)
      if (!faults || faults.resellers === 0) return []
      if (faults.late === 0) return ok('transfers of licenses are settled')
      return warning(
        `${faults.late} transfers of licenses wait for longer than a minute`,
        'A notifier of the account’s cell settles them. It is not running, or the account is being moved.',
        inShell('rastro serve notifier'),
      )
    },
  },
  {
    id: 'work.reseller-hosts',
    group: 'work',
    about: 'hosts of resellers are not checked, or have no proof in DNS',
    needs: 'tables',
    async run(ctx) {
      const counts = await loadHosts(ctx)
      if (!counts || counts.verified + counts.pending + counts.lapsed === 0) return []
      const { late, failing, verified } = counts
      if (late > 0)
        return warning(
          `${late} hosts of resellers were not checked for an hour`,
          'A notifier checks them in DNS. It is not running, or its name servers do not answer.',
          inShell('rastro serve notifier'),
        )
      if (failing > 0)
        return warning(
          `${failing} of ${verified} hosts of resellers have no proof in DNS`,
          'They are not served any more after 7 days. Their staff was notified; if all of them fail, look at the name servers.',
          inShell('rastro doctor'),
        )
      return ok(`${verified} hosts of resellers are proven`)
    },
  },
  {
    id: 'work.support-sessions',
    group: 'work',
    about: 'support sessions are open after their end, or requests for them after their time',
    needs: 'tables',
    async run(ctx) {
      const before = new Date(ctx.now().getTime() - endedWithinMs)
      const overdue = await inTree(ctx, (tree) => countOverdueSupport(tree, before))
      if (overdue === undefined) return []
      if (overdue === 0) return ok('support sessions end in time')
      return warning(
        `${overdue} support sessions or requests are open after their end`,
        'Nobody can use them: the account refuses them. A notifier of the account’s cell ends them; it is not running, or the account is being moved.',
        inShell('rastro serve notifier'),
      )
    },
  },
]
