// Who drives a device, and who is assigned to it.

import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { Failure } from '../failure.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { AnchorLink } from '../links.tsx'
import { MomentInput } from '../moment-input.tsx'
import { Section } from '../section.tsx'
import { Cell, StackedRow, StackedTable } from '../stacked-table.tsx'
import { useFormat } from '../use-format.ts'
import { DriverSelect } from './driver-select.tsx'
import { driversKey, useDeviceDriver, useMayManageDrivers } from './use-drivers.ts'

const columns = ['driver', 'from', 'to'] as const

export function DeviceDriver({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('drivers')
  const format = useFormat()
  const mayChange = useMayManageDrivers()
  const { data, error } = useDeviceDriver(deviceId)
  const [isAssigning, setIsAssigning] = useState(false)
  return (
    <Section title={t('device.title')} description={t('device.hint')}>
      {error && !data && <Failure error={error} />}
      {data && (
        <Stack gap="sm">
          <Group gap="xs">
            {data.driver ? (
              <AnchorLink to="/drivers/$driverId" params={{ driverId: data.driver.id }} fw={600}>
                {data.driver.name}
              </AnchorLink>
            ) : (
              <Text>{data.tag === null ? t('device.nobody') : t('unknownTag', { tag: data.tag })}</Text>
            )}
            {data.driver && <Badge variant="light">{t(`sources.${data.driver.source}`)}</Badge>}
          </Group>
          {mayChange && (
            <Group>
              <Button variant="default" onClick={() => setIsAssigning(true)}>
                {t('device.assign')}
              </Button>
            </Group>
          )}
          {data.assignments.length > 0 && (
            <StackedTable
              label={t('device.assignments')}
              columns={columns.map((column) => t(`columns.${column}`))}
            >
              {data.assignments.map(({ driverId, driverName, from, to }) => (
                <StackedRow key={`${driverId} ${from}`}>
                  <Cell slot="first">{driverName}</Cell>
                  <Cell label={t('columns.from')}>{from ? format.dateTime(from) : t('always')}</Cell>
                  <Cell label={t('columns.to')}>{to ? format.dateTime(to) : t('endless')}</Cell>
                </StackedRow>
              ))}
            </StackedTable>
          )}
        </Stack>
      )}
      {isAssigning && <AssignDriver deviceId={deviceId} onClose={() => setIsAssigning(false)} />}
    </Section>
  )
}

function AssignDriver({ deviceId, onClose }: { deviceId: string; onClose: () => void }) {
  const { t } = useTranslation('drivers')
  const queries = useQueryClient()
  const [driver, setDriver] = useState<{ id: string; name: string }>()
  const [from, setFrom] = useState<string | null>(null)
  const [to, setTo] = useState<string | null>(null)
  const assigning = useMutation({
    mutationFn: () =>
      rastro.put('/api/devices/{deviceId}/driver', {
        path: { deviceId },
        body: { driverId: driver?.id ?? null, ...(from && { from }), to },
      }),
    onSuccess: async () => {
      notifications.show({ message: t('ui:saved') })
      onClose()
      await queries.invalidateQueries({ queryKey: driversKey })
    },
  })
  return (
    <FormDialog
      title={t('device.assign')}
      action={t('ui:save')}
      sending={assigning}
      isWhole={to === null || from === null || from < to}
      onClose={onClose}
    >
      <DriverSelect
        label={t('columns.driver')}
        placeholder={t('device.nobody')}
        driver={driver}
        onChange={setDriver}
      />
      <MomentInput
        label={t('columns.from')}
        description={t('device.fromHint')}
        value={from}
        onChange={setFrom}
      />
      <MomentInput label={t('columns.to')} description={t('device.toHint')} value={to} onChange={setTo} />
    </FormDialog>
  )
}
