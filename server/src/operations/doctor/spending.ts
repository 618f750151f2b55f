// Checks the spending caps of the platform: set before SMS are sent, and not used up.

import type { PlatformSpending } from '../../features/spending/platform-cap.api.ts'
import { getPlatformSpending } from '../../features/spending/platform-cap.api.ts'
import { capNames } from '../../features/spending/spending.types.ts'
import { joinCells } from '../../platform/cells/cells.ts'
import { createLog } from '../../platform/observability/log.ts'
import type { Check } from './doctor.types.ts'
import { faultInProduction, inEnvironment, inShell, memoize, ok, warning } from './findings.ts'

const warnedPercent = 80

/** Undefined if the directory of cells is unavailable, which has its own check. */
const loadSpending = memoize(async ({ config, db, now }): Promise<PlatformSpending | undefined> => {
  const cells = joinCells(config.cells, createLog('silent'), 'rastro-doctor')
  return getPlatformSpending({ db, cells, now })
    .catch((error) => {
      if (cells) return undefined
      throw error
    })
    .finally(() => cells?.end())
})

export const spendingChecks: Check[] = [
  {
    id: 'outbound.sms-cap',
    group: 'outbound',
    about: 'the platform has no cap for SMS',
    needs: 'tables',
    async run(ctx) {
      const { smppUrl, smsHttpUrl } = ctx.config.notifications
      const spending = await loadSpending(ctx)
      if (!spending || !(smppUrl ?? smsHttpUrl)) return []
      const { smsPerDay, smsPerMonth } = spending.caps
      if (smsPerDay.isSet || smsPerMonth.isSet) return ok('the platform has a cap for SMS')
      return faultInProduction(
        ctx,
        'the platform has no cap for SMS',
        'In production no SMS is sent before you set one; they are suppressed with the reason platform_cap.',
        inShell('rastro caps platform --sms-per-day 1000'),
      )
    },
  },
  {
    id: 'outbound.caps-used',
    group: 'outbound',
    about: 'a spending cap of the platform is nearly used or reached',
    needs: 'tables',
    async run(ctx) {
      const spending = await loadSpending(ctx)
      if (!spending) return []
      const { caps } = spending
      const found = capNames.flatMap((name) => {
        const { cap, used } = caps[name]
        if (cap === null || used * 100 < cap * warnedPercent) return []
        return warning(
          `${name}: ${used} of ${cap} are used`,
          'Alerts of all accounts that are not critical are suppressed when nine tenths are used, all alerts when the cap is reached.',
          inShell(`rastro caps platform ${optionOf(name)} ${raised(name, Math.max(cap, used))}`),
        )
      })
      return found.length > 0 ? found : ok('the spending caps of the platform are not nearly used')
    },
  },
  {
    id: 'outbound.prices',
    group: 'outbound',
    about: 'a cap for money is set, but prices are not',
    needs: 'tables',
    async run(ctx) {
      const spending = await loadSpending(ctx)
      const { prices } = ctx.config.spending
      if (!spending || prices.email > 0 || prices.smsPrefixes.length > 0) return []
      const { moneyPerDay, moneyPerMonth } = spending.caps
      if (moneyPerDay.cap === null && moneyPerMonth.cap === null) return []
      return warning(
        'the platform has a cap for money, but RASTRO_SMS_PRICES and RASTRO_EMAIL_PRICE are not set',
        'Every message counts as free, so the cap has no effect.',
        inEnvironment("export RASTRO_SMS_PRICES='*=0.08' # your provider's prices"),
      )
    },
  },
]

function optionOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** Double, so that less than 80 % are used. */
function raised(name: string, value: number): string {
  return name.startsWith('money')
    ? (Math.ceil((value * 2) / 1e4) / 100).toFixed(2)
    : String(Math.max(10, value * 2))
}
