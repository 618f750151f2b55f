import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFleetState } from '../../live/use-fleet.tsx'
import { useFormat } from '../../ui/use-format.ts'

export function DeviceCount() {
  const { t } = useTranslation('live')
  const format = useFormat()
  const total = useFleetState((state) => state.listing.total)
  const isEmpty = useFleetState((state) => state.isLoading && state.total === 0)
  return (
    <Text size="sm" c="dimmed" aria-live="polite">
      {isEmpty ? t('loading') : t('count', { count: total, shown: format.number(total) })}
    </Text>
  )
}
