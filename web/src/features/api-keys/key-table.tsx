import { Code, Menu, Text } from '@mantine/core'
import type { ApiKey } from '@rastro/client'
import { IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../session/use-me.ts'
import { RowMenu } from '../../ui/row-menu.tsx'
import { Cell, StackedRow, StackedTable } from '../../ui/stacked-table.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { DeleteKey } from './delete-key.tsx'
import { LastUse } from './last-use.tsx'
import { ReplaceSecret } from './replace-secret.tsx'
import { beginningOf } from './token-command.ts'
import type { CreatedKey } from './use-api-keys.ts'

interface Doing {
  what: 'replace' | 'delete'
  keyId: string
}

interface KeyTableProps {
  keys: ApiKey[]
  onMade: (made: CreatedKey) => void
  onDeleted: (keyId: string) => void
}

export function KeyTable({ keys, onMade, onDeleted }: KeyTableProps) {
  const { t } = useTranslation('api-keys')
  const format = useFormat()
  const me = useMe()
  const [doing, setDoing] = useState<Doing>()
  const stop = () => setDoing(undefined)
  // From the current list: the key may be used while the dialog is open.
  const selectedKey = keys.find(({ id }) => id === doing?.keyId)
  const columns = ['name', 'begins', 'user', 'created', 'lastUsed'] as const
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
            </Cell>
            <Cell label={t('columns.begins')}>
              <Code>{beginningOf(key.id)}</Code>
            </Cell>
            <Cell label={t('columns.user')}>{key.userName}</Cell>
            <Cell label={t('columns.created')}>{format.date(key.createdAt)}</Cell>
            <Cell label={t('columns.lastUsed')}>
              <LastUse of={key} />
            </Cell>
            <Cell slot="end">
              <RowMenu label={t('actionsOf', { name: key.name })}>
                {/* Nobody may learn the secret of another user. */}
                {key.userName === me?.userName && (
                  <Menu.Item
                    leftSection={<IconRefresh size={16} />}
                    onClick={() => setDoing({ what: 'replace', keyId: key.id })}
                  >
                    {t('replace.action')}
                  </Menu.Item>
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
      {selectedKey && doing?.what === 'replace' && (
        <ReplaceSecret of={selectedKey} onMade={onMade} onClose={stop} />
      )}
      {selectedKey && doing?.what === 'delete' && (
        <DeleteKey of={selectedKey} onDeleted={onDeleted} onClose={stop} />
      )}
    </>
  )
}
