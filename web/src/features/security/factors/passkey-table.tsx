import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Cell, StackedRow, StackedTable } from '../../../ui/stacked-table.tsx'
import { useFormat } from '../../../ui/use-format.ts'
import { useNow } from '../../../ui/use-now.ts'

export interface ListedPasskey {
  id: string
  name: string
  synced: boolean
  createdAt: string
  lastUsedAt: string | null
}

export interface PasskeyTableProps {
  passkeys: readonly ListedPasskey[]
  onRemove: (passkey: ListedPasskey) => void
}

export function PasskeyTable({ passkeys, onRemove }: PasskeyTableProps) {
  const { t } = useTranslation('second-factor')
  const format = useFormat()
  const nowMs = useNow()
  return (
    <StackedTable
      label={t('passkey.title')}
      columns={(['name', 'created', 'lastUsed'] as const).map((one) => t(`passkey.columns.${one}`))}
      end={t('passkey.columns.actions')}
    >
      {passkeys.map((passkey) => (
        <StackedRow key={passkey.id}>
          <Cell slot="first">
            <Text fw={600} size="sm">
              {passkey.name}
            </Text>
            {passkey.synced && (
              <Text size="xs" c="dimmed">
                {t('passkey.synced')}
              </Text>
            )}
          </Cell>
          <Cell label={t('passkey.columns.created')}>{format.dateTime(passkey.createdAt)}</Cell>
          <Cell label={t('passkey.columns.lastUsed')}>
            {passkey.lastUsedAt
              ? format.age(Math.min(Date.parse(passkey.lastUsedAt), nowMs), nowMs)
              : t('passkey.neverUsed')}
          </Cell>
          <Cell slot="end">
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('passkey.removeOf', { name: passkey.name })}
              onClick={() => onRemove(passkey)}
            >
              {t('passkey.remove')}
            </Button>
          </Cell>
        </StackedRow>
      ))}
    </StackedTable>
  )
}
