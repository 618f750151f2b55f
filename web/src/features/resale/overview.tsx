// The pool of licenses, how many accounts are below, what they sent today, and what needs a decision.

import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../ui/failure.tsx'
import { Tiles } from './tiles.tsx'
import { customerStatuses, useResale } from './use-resale.ts'

const alwaysShown = ['emails', 'sms'] as const
const decisions = ['nearCap', 'trialsEnding', 'pendingTransfers', 'waitingSupport'] as const

export function Overview() {
  const { t } = useTranslation('resale')
  const { data, error } = useResale()
  if (error && !data) return <Failure error={error} />
  if (!data) return null
  const { reseller, accounts, today } = data
  const { granted, given, free } = reseller.licenses
  const total = customerStatuses.reduce((sum, status) => sum + accounts[status], 0)
  const shown = [...alwaysShown, ...decisions.filter((name) => today[name] > 0)]
  return (
    <Stack gap="sm">
      <Tiles
        tiles={[
          ...(granted === null ? [] : [{ label: t('pool.free'), value: free ?? 0 }]),
          { label: t('pool.given'), value: given },
          ...(granted === null ? [] : [{ label: t('pool.granted'), value: granted }]),
          { label: t('accounts'), value: total },
          { label: t('statuses.suspended'), value: accounts.suspended },
          { label: t('resellers'), value: data.resellers },
        ]}
      />
      <Tiles tiles={shown.map((name) => ({ label: t(`today.${name}`), value: today[name] }))} />
    </Stack>
  )
}
