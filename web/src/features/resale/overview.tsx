// The pool of licenses, and how many accounts are below, by status.

import { Group, Paper, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../ui/failure.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { customerStatuses, useResale } from './use-resale.ts'

export function Overview() {
  const { t } = useTranslation('resale')
  const format = useFormat()
  const { data, error } = useResale()
  if (error && !data) return <Failure error={error} />
  if (!data) return null
  const { reseller, accounts } = data
  const { granted, given, free } = reseller.licenses
  const total = customerStatuses.reduce((sum, status) => sum + accounts[status], 0)
  const tiles = [
    ...(granted === null ? [] : [{ label: t('pool.free'), value: free ?? 0 }]),
    { label: t('pool.given'), value: given },
    ...(granted === null ? [] : [{ label: t('pool.granted'), value: granted }]),
    { label: t('accounts'), value: total },
    { label: t('statuses.suspended'), value: accounts.suspended },
    { label: t('resellers'), value: data.resellers },
  ]
  return (
    <Group gap="sm" renderRoot={(props) => <dl {...props} />} m={0}>
      {tiles.map(({ label, value }) => (
        <Paper key={label} withBorder px="md" py="xs">
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0} fw={650} size="lg">
            {format.number(value)}
          </Text>
        </Paper>
      ))}
    </Group>
  )
}
