import { Code, Menu, Text } from '@mantine/core'
import type { ApiKey } from '@rastro/client'
import { IconPencil, IconPlayerStop, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { useMe } from '../../session/use-me.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { Cell, StackedRow, StackedTable } from '../../ui/stacked-table.tsx'
import { DeleteKey } from './delete-key.tsx'
import { EditKey } from './edit-key.tsx'
import { KeyEnd, KeyLimits, Overlap } from './key-limits.tsx'
import { LastUse } from './last-use.tsx'
import { ReplaceSecret } from './replace-secret.tsx'
import { beginningOf } from './token-command.ts'
import type { CreatedKey } from './use-api-keys.ts'
import { apiKeysKey } from './use-api-keys.ts'

interface Doing {
  what: 'edit' | 'replace' | 'endOverlap' | 'delete'
  keyId: string
}

interface KeyTableProps {
  keys: ApiKey[]
  onMade: (made: CreatedKey) => void
  onDeleted: (keyId: string) => void
}

export function KeyTable({ keys, onMade, onDeleted }: KeyTableProps) {
  const { t } = useTranslation('api-keys')
  const me = useMe()
  const [doing, setDoing] = useState<Doing>()
  const stop = () => setDoing(undefined)
  // From the current list: the key may be used while the dialog is open.
  const selectedKey = keys.find(({ id }) => id === doing?.keyId)
  const queries = useQueryClient()
  async function endOverlap(keyId: string): Promise<void> {
    await withRecentSignIn(() => rastro.delete('/api/apiKeys/{keyId}/previousSecret', { path: { keyId } }))
    await queries.invalidateQueries({ queryKey: apiKeysKey })
  }
  const columns = ['name', 'begins', 'user', 'limits', 'expires', 'lastUsed'] as const
  return (
    <>
      <StackedTable
        label={t('title')}
        columns={columns.map((column) => t(`columns.${column}`))}
        end={t('columns.actions')}
      >
        {keys.map((key) => (
          <StackedRow key={key.id}>
            <Cell slot="first">
              <Text fw={600} size="sm">
                {key.name}
              </Text>
              <Overlap of={key} />
            </Cell>
            <Cell label={t('columns.begins')}>
              <Code>{beginningOf(key.id)}</Code>
            </Cell>
            <Cell label={t('columns.user')}>{key.userName}</Cell>
            <Cell label={t('columns.limits')}>
              <KeyLimits of={key} />
            </Cell>
            <Cell label={t('columns.expires')}>
              <KeyEnd of={key} />
            </Cell>
            <Cell label={t('columns.lastUsed')}>
              <LastUse of={key} />
            </Cell>
            <Cell slot="end">
              <RowMenu label={t('actionsOf', { name: key.name })}>
                {/* Nobody may learn the secret of another user. */}
                {key.userName === me?.userName && (
                  <>
                    <Menu.Item
                      leftSection={<IconPencil size={16} />}
                      onClick={() => setDoing({ what: 'edit', keyId: key.id })}
                    >
                      {t('edit.action')}
                    </Menu.Item>
                    <Menu.Item
                      leftSection={<IconRefresh size={16} />}
                      onClick={() => setDoing({ what: 'replace', keyId: key.id })}
                    >
                      {t('replace.action')}
                    </Menu.Item>
                    {key.previousSecret && (
                      <Menu.Item
                        leftSection={<IconPlayerStop size={16} />}
                        onClick={() => setDoing({ what: 'endOverlap', keyId: key.id })}
                      >
                        {t('replace.end')}
                      </Menu.Item>
                    )}
                  </>
                )}
                <Menu.Item
                  color="red"
                  leftSection={<IconTrash size={16} />}
                  onClick={() => setDoing({ what: 'delete', keyId: key.id })}
                >
                  {t('delete.action')}
                </Menu.Item>
              </RowMenu>
            </Cell>
          </StackedRow>
        ))}
      </StackedTable>
      {selectedKey && doing?.what === 'edit' && <EditKey of={selectedKey} onClose={stop} />}
      {selectedKey && doing?.what === 'endOverlap' && (
        <ConfirmDialog
          title={t('replace.endTitle', { name: selectedKey.name })}
          action={t('replace.endConfirm')}
          onConfirm={() => endOverlap(selectedKey.id)}
          onClose={stop}
        >
          <Text size="sm">{t('replace.endHint')}</Text>
        </ConfirmDialog>
      )}
      {selectedKey && doing?.what === 'replace' && (
        <ReplaceSecret of={selectedKey} onMade={onMade} onClose={stop} />
      )}
      {selectedKey && doing?.what === 'delete' && (
        <DeleteKey of={selectedKey} onDeleted={onDeleted} onClose={stop} />
      )}
    </>
  )
}
