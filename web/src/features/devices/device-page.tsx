// The page of one device.

import { Loader, Tabs } from '@mantine/core'
import { IconHistory, IconMapPin } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../session/use-me.ts'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { ActivityTab } from './activity-tab.tsx'
import { CommandsTab } from './commands/commands-tab.tsx'
import { DeleteDevice } from './delete-device.tsx'
import { DetailsTab } from './details-tab.tsx'
import type { DeviceRecord } from './device-record.ts'
import { useDeviceRecord } from './device-record.ts'
import type { DeviceTab } from './devices-search.ts'
import { deviceTabs } from './devices-search.ts'
import { FuelTab } from './fuel/fuel-tab.tsx'
import { LimitsTab } from './limits/limits-tab.tsx'
import { MaintenanceTab } from './maintenance-tab.tsx'
import { NotificationsTab } from './notifications-tab.tsx'
import { TripsTab } from './trips-tab.tsx'
import { VehicleHeader } from './vehicle-header.tsx'

const route = getRouteApi('/shell/devices/$deviceId')

const panels: Record<DeviceTab, (props: { record: DeviceRecord }) => React.ReactNode> = {
  details: DetailsTab,
  trips: TripsTab,
  maintenance: MaintenanceTab,
  fuel: FuelTab,
  limits: LimitsTab,
  notifications: NotificationsTab,
  commands: CommandsTab,
  activity: ActivityTab,
}

export function DevicePage() {
  const { t } = useTranslation('devices')
  const { deviceId } = route.useParams()
  const record = useDeviceRecord(deviceId)
  if (record.data) return <LoadedDevice key={deviceId} record={record.data} />
  return (
    <Page title={t('one')}>
      {record.error ? (
        <Failure
          error={record.error}
          onRetry={() => {
            inBackground(record.refetch())
          }}
        />
      ) : (
        <Loader aria-label={t('ui:loading')} />
      )}
    </Page>
  )
}

function LoadedDevice({ record }: { record: DeviceRecord }) {
  const { t } = useTranslation('devices')
  const { tab: named = 'details' } = route.useSearch()
  const navigate = route.useNavigate()
  const may = useMay()
  const { device } = record
  const shown = deviceTabs.filter((name) => name !== 'commands' || may('commands.send'))
  const tab = shown.includes(named) ? named : 'details'
  const Shown = panels[tab]
  return (
    <Page title={device.name} actions={<DeviceLinks id={device.id} />}>
      <VehicleHeader device={device} />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => {
          inBackground(navigate({ search: next === 'details' ? {} : { tab: next as DeviceTab } }))
        }}
      >
        <Tabs.List mb="md">
          {shown.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <Shown record={record} />
        </Tabs.Panel>
      </Tabs>
      {tab === 'details' && may('devices.edit') && <DeleteDevice device={device} />}
    </Page>
  )
}

function DeviceLinks({ id }: { id: string }) {
  const { t } = useTranslation('devices')
  return (
    <>
      <ButtonLink
        to="/live"
        search={{ device: id }}
        size="xs"
        variant="default"
        leftSection={<IconMapPin size={15} />}
      >
        {t('onMap')}
      </ButtonLink>
      <ButtonLink
        to="/history/$deviceId"
        params={{ deviceId: id }}
        size="xs"
        variant="default"
        leftSection={<IconHistory size={15} />}
      >
        {t('history')}
      </ButtonLink>
    </>
  )
}
