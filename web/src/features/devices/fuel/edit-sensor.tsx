import { Loader } from '@mantine/core'
import type { FuelSensor } from '@rastro/client'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { inBackground } from '../../../ui/in-background.ts'
import { readSensor } from './fuel-api.ts'
import { SensorDialog } from './sensor-dialog.tsx'

interface EditSensorProps {
  sensor: FuelSensor
  onClose(): void
}

/** Reads the newest version first, and keeps it while the dialog is open: what others change then is not overwritten. */
export function EditSensor({ sensor: { deviceId, id }, onClose }: EditSensorProps) {
  const { t } = useTranslation('fuel')
  const { data, error, refetch } = useQuery({
    // Not below the key of the device, whose data is read again every minute.
    queryKey: ['fuel sensor', id],
    queryFn: () => readSensor(deviceId, id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (data) return <SensorDialog deviceId={deviceId} record={data} onClose={onClose} />
  return (
    <Dialog onClose={onClose} title={t('editTitle')}>
      {error ? (
        <Failure error={error} onRetry={() => inBackground(refetch())} />
      ) : (
        <Loader size="sm" aria-label={t('ui:loading')} />
      )}
    </Dialog>
  )
}
