// Explains an empty list: no devices, or none that match the filters.

import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFleetState } from '../../live/use-fleet.tsx'
import { Empty } from '../../ui/empty.tsx'

export function NothingListed({ onClear }: { onClear(): void }) {
  const { t } = useTranslation('live')
  const isEmpty = useFleetState(
    (state) => !state.isLoading && state.counts !== undefined && state.listing.total === 0,
  )
  const hasDevices = useFleetState((state) => (state.counts?.all ?? 0) > 0)
  if (!isEmpty) return null
  if (!hasDevices) return <Empty title={t('empty.title')} description={t('empty.hint')} />
  return (
    <Empty
      title={t('nothing.title')}
      description={t('nothing.hint')}
      action={
        <Button size="xs" variant="default" onClick={onClear}>
          {t('nothing.clear')}
        </Button>
      }
    />
  )
}
