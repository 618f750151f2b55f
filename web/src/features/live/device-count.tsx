import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSeen } from '../../live/use-fleet.tsx'
import { useFormat } from '../../ui/use-format.ts'

export function DeviceCount() {
  const { t } = useTranslation('live')
  const format = useFormat()
  const total = useSeen((seen) => seen.listing.total)
  const isEmpty = useSeen((seen) => seen.isLoading && !seen.counts?.all)
  return (
    <Text size="sm" c="dimmed" aria-live="polite">
      {isEmpty ? t('loading') : t('count', { count: total, shown: format.number(total) })}
    </Text>
  )
}
