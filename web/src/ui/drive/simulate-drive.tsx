// "Simulate a drive": the browser reports the locations of a vehicle for two minutes, through the ordinary API.

import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { RastroError } from '@rastro/client'
import { IconCar, IconPlayerStop, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countryView } from '../../map/country-view.ts'
import { useMap } from '../../map/use-map.tsx'
import { rastro } from '../../session/session.ts'
import { accountKey, useAccount } from '../../session/use-account.ts'
import { useMe } from '../../session/use-me.ts'
import { Failure } from '../failure.tsx'
import { ButtonLink } from '../links.tsx'
import { demoDevice, rememberDemoDevice } from './demo-device.ts'
import { startDrive, stopDrive, useDrive } from './drive.ts'
import type { Center, DrivePosition } from './drive-route.ts'

/** On a map of half the world, its centre is more likely in the sea than at the customer's. */
const minZoomForCenter = 5
const fallback: Center = { latitude: 40.4168, longitude: -3.7038 }

function report(deviceId: string, position: DrivePosition): Promise<unknown> {
  const body = { ...position, dateTime: new Date().toISOString(), ignition: position.speed > 0 }
  return rastro.post('/api/devices/{deviceId}/locations', { path: { deviceId }, body })
}

/** Drives this device, or a demo vehicle that it creates and deletes. */
export function SimulateDrive({ deviceId }: { deviceId?: string }) {
  const { t } = useTranslation('first-day')
  const queries = useQueryClient()
  const center = useCenter()
  const drive = useDrive()
  const [demoId, setDemoId] = useState(demoDevice)
  const driven = deviceId ?? demoId
  const isDriving = drive?.isDriving === true && drive.deviceId === driven
  const keepDemo = (id: string | undefined) => {
    rememberDemoDevice(id)
    setDemoId(id)
  }
  const refresh = () =>
    Promise.all(
      [['devices'], ['first-day'], accountKey].map((queryKey) => queries.invalidateQueries({ queryKey })),
    )

  const starting = useMutation({
    async mutationFn() {
      const id = deviceId ?? (await findDemo(demoId)) ?? (await createDemo(t('drive.vehicle')))
      if (!deviceId) keepDemo(id)
      startDrive(id, center(), report)
    },
    onSuccess: refresh,
  })
  const deleting = useMutation({
    async mutationFn(id: string) {
      stopDrive()
      await rastro.delete('/api/devices/{deviceId}', { path: { deviceId: id } }).catch(ignoreMissing)
      keepDemo(undefined)
    },
    onSuccess: refresh,
  })
  const error = starting.error ?? deleting.error ?? (drive?.deviceId === driven ? drive?.error : undefined)
  return (
    <Stack gap="xs">
      <Text size="sm">{t(deviceId ? 'drive.hintDevice' : 'drive.hint')}</Text>
      {isDriving && (
        <Alert color="blue" role="status" icon={<IconCar size={18} />}>
          {t('drive.running')}
        </Alert>
      )}
      <Group gap="xs">
        {isDriving ? (
          <Button size="xs" variant="default" leftSection={<IconPlayerStop size={15} />} onClick={stopDrive}>
            {t('drive.stop')}
          </Button>
        ) : (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconCar size={15} />}
            loading={starting.isPending}
            onClick={() => starting.mutate()}
          >
            {t('drive.start')}
          </Button>
        )}
        {isDriving && driven && (
          <ButtonLink to="/live" search={{ device: driven, follow: true }} size="xs" variant="default">
            {t('drive.show')}
          </ButtonLink>
        )}
        {!deviceId && demoId && (
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconTrash size={15} />}
            loading={deleting.isPending}
            onClick={() => deleting.mutate(demoId)}
          >
            {t('drive.delete')}
          </Button>
        )}
      </Group>
      {error !== undefined && error !== null && <Failure error={error} />}
    </Stack>
  )
}

/** The centre of the map, or of the country while the map shows more. */
function useCenter(): () => Center {
  const map = useMap()
  const account = useAccount()
  const country = useMe()?.country
  return () => {
    if (map && map.getZoom() >= minZoomForCenter) {
      const { lat, lng } = map.getCenter().wrap()
      return { latitude: lat, longitude: lng }
    }
    const bounds = countryView(account?.timeZone ?? 'UTC', country)
    if (!bounds) return fallback
    const [west, south, east, north] = bounds
    return { latitude: (south + north) / 2, longitude: (west + east) / 2 }
  }
}

/** Undefined if it was deleted elsewhere. */
async function findDemo(id: string | undefined): Promise<string | undefined> {
  if (!id) return undefined
  const found = await rastro.get('/api/devices/{deviceId}', { path: { deviceId: id } }).catch(ignoreMissing)
  return found?.device.id
}

async function createDemo(name: string): Promise<string> {
  return (await rastro.post('/api/devices', { body: { name } })).device.id
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof RastroError && error.status === 404) return undefined
  throw error
}
