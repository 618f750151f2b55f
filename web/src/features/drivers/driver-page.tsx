// One driver: contact, tags, and when the driver drove.

import { Button, Loader } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDriver, useMayManageDrivers } from '../../ui/drivers/use-drivers.ts'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { Page } from '../../ui/page.tsx'
import { DeleteDriver } from './delete-driver.tsx'
import { DriverForm } from './driver-form.tsx'
import { DriverSessions } from './driver-sessions.tsx'
import { DriverTags } from './driver-tags.tsx'

const route = getRouteApi('/shell/drivers/$driverId')

export function DriverPage() {
  const { t } = useTranslation('drivers')
  const { driverId } = route.useParams()
  const mayChange = useMayManageDrivers()
  const { data: driver, error, refetch } = useDriver(driverId)
  const [isDeleting, setIsDeleting] = useState(false)
  const remove = driver && mayChange && (
    <Button
      variant="default"
      leftSection={<IconTrash size={16} color="var(--mantine-color-error)" />}
      onClick={() => setIsDeleting(true)}
    >
      {t('delete.action')}
    </Button>
  )
  return (
    <Page title={driver?.name ?? t('driver')} subtitle={driver?.phone} actions={remove}>
      {error && !driver && (
        <Failure
          error={error}
          onRetry={() => {
            inBackground(refetch())
          }}
        />
      )}
      {!driver && !error && <Loader aria-label={t('ui:loading')} />}
      {driver && (
        <>
          {mayChange && <DriverForm key={driver.modifiedAt} driver={driver} />}
          <DriverTags driver={driver} mayChange={mayChange} />
          <DriverSessions driverId={driver.id} />
        </>
      )}
      {driver && isDeleting && <DeleteDriver driver={driver} onClose={() => setIsDeleting(false)} />}
    </Page>
  )
}
