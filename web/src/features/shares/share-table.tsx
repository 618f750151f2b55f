import { Badge, Menu, Text } from '@mantine/core'
import type { Share } from '@rastro/client'
import { IconLink, IconLinkOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RowMenu } from '../../ui/row-menu.tsx'
import { ShareLink } from '../../ui/shares/share-link.tsx'
import { Cell, StackedRow, StackedTable } from '../../ui/stacked-table.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { useNow } from '../../ui/use-now.ts'
import { DeviceNames, UserName } from './names.tsx'
import { RevokeShare } from './revoke-share.tsx'

const columns = ['name', 'devices', 'shows', 'fields', 'expires', 'createdBy'] as const

interface Doing {
  what: 'link' | 'revoke'
  share: Share
}

export function ShareTable({ shares }: { shares: Share[] }) {
  const { t } = useTranslation('shares')
  const format = useFormat()
  const nowMs = useNow()
  const [doing, setDoing] = useState<Doing>()
  const stop = () => setDoing(undefined)
  const fieldsOf = ({ fields }: Share) => fields.map((field) => t(`fields.${field}`)).join(', ')
  return (
    <>
      <StackedTable
        label={t('title')}
        columns={columns.map((column) => t(`columns.${column}`))}
        end={t('columns.actions')}
      >
        {shares.map((share) => (
          <StackedRow key={share.id}>
            <Cell slot="first">
              <Text fw={600} size="sm">
                {share.name}
              </Text>
            </Cell>
            <Cell label={t('columns.devices')}>
              <DeviceNames ids={share.devices} />
            </Cell>
            <Cell label={t('columns.shows')}>
              {share.from && share.to
                ? t('period', { from: format.dateTime(share.from), to: format.dateTime(share.to) })
                : t('kinds.live')}
            </Cell>
            <Cell label={t('columns.fields')}>
              <Text size="sm">
                {fieldsOf(share) || t('onlyPosition')}
                {!share.showNames && ` · ${t('withoutNames')}`}
              </Text>
            </Cell>
            <Cell label={t('columns.expires')}>
              {Date.parse(share.expiresAt) <= nowMs ? (
                <Badge variant="default" tt="none">
                  {t('expired')}
                </Badge>
              ) : (
                format.dateTime(share.expiresAt)
              )}
            </Cell>
            <Cell label={t('columns.createdBy')}>
              <UserName id={share.createdBy} />
            </Cell>
            <Cell slot="end">
              <RowMenu label={t('actionsOf', { name: share.name })}>
                <Menu.Item
                  leftSection={<IconLink size={16} />}
                  onClick={() => setDoing({ what: 'link', share })}
                >
                  {t('link.action')}
                </Menu.Item>
                <Menu.Item
                  color="red"
                  leftSection={<IconLinkOff size={16} />}
                  onClick={() => setDoing({ what: 'revoke', share })}
                >
                  {t('revoke.action')}
                </Menu.Item>
              </RowMenu>
            </Cell>
          </StackedRow>
        ))}
      </StackedTable>
      {doing?.what === 'link' && <ShareLink shareId={doing.share.id} onClose={stop} />}
      {doing?.what === 'revoke' && <RevokeShare share={doing.share} onClose={stop} />}
    </>
  )
}
