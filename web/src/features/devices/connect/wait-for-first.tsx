// Waits for the first message. Unusable messages are shown with what to do about them.

import { Alert, Button, Collapse, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertTriangle, IconCheck, IconPlug } from '@tabler/icons-react'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useFleet } from '../../../live/use-fleet.tsx'
import { useDrive } from '../../../ui/drive/drive.ts'
import { SimulateDrive } from '../../../ui/drive/simulate-drive.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { useActivity } from '../activity.ts'
import { ActivityList } from '../activity-list.tsx'
import { useDeviceRecord } from '../device-record.ts'
import { DevicePicker } from './device-picker.tsx'
import type { Kind } from './kinds.ts'
import { kindOf } from './kinds.ts'
import { PhoneCode } from './phone-code.tsx'
import type { Progress } from './progress.ts'
import { progressOf } from './progress.ts'
import { TrackerSetup } from './tracker-setup.tsx'
import { useFirstCoordinates } from './use-first-coordinates.ts'

const FleetLayer = lazy(async () => ({
  default: (await import('../../../map/layers/fleet-layer.tsx')).FleetLayer,
}))
const pollEveryMs = 2_500
/** A stable function: another one would install the layer again. */
const pickNothing = () => {}

interface WaitForFirstProps {
  kind: Kind | undefined
  deviceId: string | undefined
  onChoose(deviceId: string): void
}

export function WaitForFirst({ kind, deviceId, onChoose }: WaitForFirstProps) {
  const { t } = useTranslation('connect')
  if (deviceId) return <Waiting key={deviceId} kind={kind} deviceId={deviceId} />
  return (
    <Stack>
      <Text size="sm">{t('wait.which')}</Text>
      <DevicePicker onChoose={onChoose} />
    </Stack>
  )
}

function Waiting({ kind, deviceId }: { kind: Kind | undefined; deviceId: string }) {
  const { t } = useTranslation('connect')
  const fleet = useFleet()
  const { data: record } = useDeviceRecord(deviceId)
  const { data: activity = [] } = useActivity(deviceId, pollEveryMs)
  const row = useFirstCoordinates(deviceId, activity)
  const progress = progressOf(activity, row)
  useEffect(() => {
    // Shows the whole fleet: a filter would hide the new device.
    fleet.list({ search: '', status: undefined, group: undefined, order: 'name', from: 0, to: 0 })
  }, [fleet])
  const device = record?.device
  // A drive goes on after its first location, and can be stopped here.
  const isDriven = useDrive()?.deviceId === deviceId
  return (
    <Stack>
      <Suspense>
        <FleetLayer selected={undefined} onPick={pickNothing} />
      </Suspense>
      <State progress={progress} name={device?.name ?? ''} />
      {progress === 'here' && (
        <Group>
          <ButtonLink to="/live" search={{ device: deviceId, follow: true }}>
            {t('wait.toMap')}
          </ButtonLink>
          <ButtonLink to="/connect" search={{}} variant="default">
            {t('wait.another')}
          </ButtonLink>
        </Group>
      )}
      {activity.length > 0 && (
        <section>
          <Title order={2} size="h6">
            {t('wait.received')}
          </Title>
          <ActivityList activity={activity.slice(0, 10)} />
        </section>
      )}
      {device && progress !== 'here' && (
        <>
          {device.protocol === 'osmand' && device.identifier && <PhoneCode identifier={device.identifier} />}
          <Reminder kind={kind ?? kindOf(device.protocol)} />
        </>
      )}
      {device && (progress !== 'here' || isDriven) && (
        <section aria-label={t('tryIt')}>
          <Title order={2} size="h6" mb="xs">
            {t('tryIt')}
          </Title>
          <SimulateDrive deviceId={device.id} />
        </section>
      )}
    </Stack>
  )
}

const looks = {
  waiting: { color: 'gray', icon: <Loader size={18} /> },
  connected: { color: 'blue', icon: <IconPlug size={18} /> },
  unreadable: { color: 'yellow', icon: <IconAlertTriangle size={18} /> },
  noFix: { color: 'yellow', icon: <IconAlertTriangle size={18} /> },
  here: { color: 'green', icon: <IconCheck size={18} /> },
} as const

function State({ progress, name }: { progress: Progress; name: string }) {
  const { t } = useTranslation('connect')
  const { color, icon } = looks[progress]
  return (
    <Alert color={color} icon={icon} role="status" title={t(`progress.${progress}.title`, { name })}>
      {t(`progress.${progress}.hint`)}
    </Alert>
  )
}

function Reminder({ kind }: { kind: Kind | undefined }) {
  const { t } = useTranslation('connect')
  const [isOpen, { toggle }] = useDisclosure()
  if (!kind) return null
  return (
    <div>
      <Button size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={toggle}>
        {t('wait.reminder')}
      </Button>
      <Collapse expanded={isOpen} mt="xs">
        <TrackerSetup kind={kind} />
      </Collapse>
    </div>
  )
}
