// Explains an empty list: no devices, or none that match the filters.

import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFleetState } from '../../live/use-fleet.tsx'
import { useMay } from '../../session/use-me.ts'
import { Empty } from '../../ui/empty.tsx'
import { useFirstSteps } from '../../ui/first-day/use-first-steps.ts'

export function NothingListed({ onClear }: { onClear(): void }) {
  const { t } = useTranslation('live')
  const may = useMay()
  const isEmpty = useFleetState(
    (state) => !state.isLoading && state.counts !== undefined && state.listing.total === 0,
  )
  const hasDevices = useFleetState((state) => state.total > 0)
  const hasFirstSteps = useFirstSteps() !== undefined
  if (!isEmpty) return null
  if (!hasDevices) {
    // The first steps begin with connecting a device.
    return hasFirstSteps ? null : (
      <Empty
        title={t('empty.title')}
        description={may('devices.edit') ? t('empty.hint') : t('empty.hintForOthers')}
      />
    )
  }
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
