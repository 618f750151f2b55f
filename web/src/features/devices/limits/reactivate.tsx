import { Alert, Button, Group, List, Radio, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { RastroError } from '@rastro/client'
import { IconCalendarOff } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../../session/session.ts'
import { useAccount } from '../../../session/use-account.ts'
import { Failure } from '../../../ui/failure.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { useFormat } from '../../../ui/use-format.ts'
import type { DeviceRecord } from '../device-record.ts'
import { refetchRecord } from '../device-record.ts'

interface ReactivateProps {
  record: DeviceRecord
  mayLimit: boolean
}

/** Reactivates an expired device. Without a free license the server refuses and explains what to do. */
export function Reactivate({ record: { device, tag }, mayLimit }: ReactivateProps) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const account = useAccount()
  const queries = useQueryClient()
  const [until, setUntil] = useState<'open' | 'date'>('open')
  const [date, setDate] = useState('')
  const reactivating = useMutation({
    mutationFn: () =>
      rastro.post('/api/devices/{deviceId}/reactivate', {
        path: { deviceId: device.id },
        headers: { 'if-match': tag },
        body: until === 'date' ? { expirationDate: date } : { expires: false },
      }),
    async onSettled() {
      await refetchRecord(queries, device.id)
    },
    onSuccess: () =>
      notifications.show({ color: 'green', message: t('reactivate.done', { name: device.name }) }),
  })
  const { expirationDate } = device.limits
  return (
    <Alert role="region" color="yellow" icon={<IconCalendarOff size={20} />} title={t('reactivate.title')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {t('reactivate.hint', { date: expirationDate ? format.calendarDay(expirationDate) : '' })}
        </Text>
        {account?.licenses && (
          <Text size="sm" fw={600}>
            {t('licensesFree', {
              count: account.licenses.free,
              free: format.number(account.licenses.free),
              total: format.number(account.licenses.total),
            })}
          </Text>
        )}
        {mayLimit && (
          <>
            <Radio.Group
              label={t('reactivate.until')}
              value={until}
              onChange={(value) => setUntil(value as 'open' | 'date')}
            >
              <Group mt="xs">
                <Radio value="open" label={t('reactivate.open')} />
                <Radio value="date" label={t('reactivate.date')} />
              </Group>
            </Radio.Group>
            {until === 'date' && (
              <TextInput
                type="date"
                label={t('expirationDate')}
                value={date}
                onChange={({ currentTarget }) => setDate(currentTarget.value)}
              />
            )}
            <Button
              loading={reactivating.isPending}
              disabled={until === 'date' && date === ''}
              onClick={() => reactivating.mutate()}
            >
              {t('reactivate.button')}
            </Button>
          </>
        )}
        {reactivating.error && <Refusal error={reactivating.error} />}
      </Stack>
    </Alert>
  )
}

export function Refusal({ error }: { error: unknown }) {
  const { t } = useTranslation('devices')
  if (!(error instanceof RastroError && error.code === 'licenses.none_free')) return <Failure error={error} />
  return (
    <Alert color="red" role="alert" title={t('noneFree.title')}>
      <Text size="sm">{error.message}</Text>
      <List size="sm" mt="xs">
        <List.Item>
          <AnchorLink to="/devices" search={{ state: 'active' }} size="sm">
            {t('noneFree.devices')}
          </AnchorLink>
        </List.Item>
        <List.Item>
          <AnchorLink to="/settings/account" size="sm">
            {t('noneFree.account')}
          </AnchorLink>
        </List.Item>
      </List>
    </Alert>
  )
}
