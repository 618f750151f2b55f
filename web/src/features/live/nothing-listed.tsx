// Why the list is empty: there are no devices, or none that the filters let through.

import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSeen } from '../../live/use-fleet.tsx'
import { Empty } from '../../ui/empty.tsx'

export function NothingListed({ onClear }: { onClear(): void }) {
  const { t } = useTranslation('live')
  const isEmpty = useSeen((seen) => !seen.isLoading && seen.counts !== undefined && seen.listing.total === 0)
  const hasDevices = useSeen((seen) => (seen.counts?.all ?? 0) > 0)
  if (!isEmpty) return null
  if (!hasDevices) return <Empty title={t('empty.title')} says={t('empty.says')} />
  return (
    <Empty
      title={t('nothing.title')}
      says={t('nothing.says')}
      action={
        <Button size="xs" variant="default" onClick={onClear}>
          {t('nothing.clear')}
        </Button>
      }
    />
  )
}
