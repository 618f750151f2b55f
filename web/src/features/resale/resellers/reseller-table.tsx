import { Menu, Text } from '@mantine/core'
import type { Reseller } from '@rastro/client'
import {
  IconAdjustments,
  IconArrowsExchange,
  IconMailDollar,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RowMenu } from '../../../ui/row-menu.tsx'
import { Cell, StackedRow, StackedTable } from '../../../ui/stacked-table.tsx'
import { useFormat } from '../../../ui/use-format.ts'
import { MoveLicenses } from '../move-licenses.tsx'
import { SetLimits } from '../set-limits.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { useResale } from '../use-resale.ts'
import { ChangeResellerStatus } from './change-reseller-status.tsx'
import { SetBudget } from './set-budget.tsx'

const columns = ['name', 'status', 'licenses', 'given', 'free'] as const

type Opened = { dialog: 'status' | 'licenses' | 'limits' | 'budget'; reseller: Reseller }

export function ResellerTable({ resellers }: { resellers: Reseller[] }) {
  const { t } = useTranslation('resale')
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  return (
    <>
      <StackedTable
        label={t('resellers')}
        columns={columns.map((column) => t(`reseller.columns.${column}`))}
        end={t('columns.actions')}
      >
        {resellers.map((reseller) => (
          <ResellerRow
            key={reseller.id}
            reseller={reseller}
            onOpen={(dialog) => setOpened({ dialog, reseller })}
          />
        ))}
      </StackedTable>
      {opened?.dialog === 'status' && <ChangeResellerStatus reseller={opened.reseller} onClose={close} />}
      {opened?.dialog === 'licenses' && <MoveLicenses node={toNode(opened.reseller)} onClose={close} />}
      {opened?.dialog === 'limits' && <SetLimits of={opened.reseller} onClose={close} />}
      {opened?.dialog === 'budget' && <SetBudget reseller={opened.reseller} onClose={close} />}
    </>
  )
}

function toNode({ id, name, parentId, licenses }: Reseller) {
  return { id, name, poolId: parentId, granted: licenses.granted, used: licenses.given }
}

interface ResellerRowProps {
  reseller: Reseller
  onOpen: (dialog: Opened['dialog']) => void
}

function ResellerRow({ reseller, onOpen }: ResellerRowProps) {
  const { t } = useTranslation('resale')
  const format = useFormat()
  const own = useResale().data?.reseller
  const { name, depth, status, effectiveStatus, licenses } = reseller
  const below = depth - (own?.depth ?? 0) - 1
  const count = (value: number | null) => (value === null ? '' : format.number(value))
  const isSuspended = status === 'suspended'
  return (
    <StackedRow>
      <Cell slot="first">
        <Text size="sm" fw={600} component="span" ps={`${below * 20}px`}>
          {name}
        </Text>
      </Cell>
      <Cell label={t('reseller.columns.status')}>
        <StatusBadge status={effectiveStatus} />
      </Cell>
      <Cell label={t('reseller.columns.licenses')}>{count(licenses.granted)}</Cell>
      <Cell label={t('reseller.columns.given')}>{count(licenses.given)}</Cell>
      <Cell label={t('reseller.columns.free')}>{count(licenses.free)}</Cell>
      <Cell slot="end">
        <RowMenu label={t('actionsOf', { name })}>
          <Menu.Item leftSection={<IconArrowsExchange size={16} />} onClick={() => onOpen('licenses')}>
            {t('move.title')}
          </Menu.Item>
          <Menu.Item leftSection={<IconAdjustments size={16} />} onClick={() => onOpen('limits')}>
            {t('limits.title')}
          </Menu.Item>
          <Menu.Item leftSection={<IconMailDollar size={16} />} onClick={() => onOpen('budget')}>
            {t('budget.title')}
          </Menu.Item>
          {status !== 'blocked' && (
            <Menu.Item
              leftSection={isSuspended ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
              onClick={() => onOpen('status')}
            >
              {t(isSuspended ? 'reopen.title' : 'suspend.title')}
            </Menu.Item>
          )}
        </RowMenu>
      </Cell>
    </StackedRow>
  )
}
