import { Checkbox, Menu, Text } from '@mantine/core'
import type { ResaleAccount } from '@rastro/client'
import {
  IconAdjustments,
  IconArrowsExchange,
  IconLifebuoy,
  IconPlayerPause,
  IconPlayerPlay,
  IconReceipt,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RowMenu } from '../../ui/row-menu.tsx'
import { Cell, StackedRow, StackedTable } from '../../ui/stacked-table.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { useNow } from '../../ui/use-now.ts'
import { ChangeStatus } from './change-status.tsx'
import { ChangeStatuses } from './change-statuses.tsx'
import { MoveLicenses } from './move-licenses.tsx'
import { SetPrices } from './prices/set-prices.tsx'
import { RequestSupport } from './request-support.tsx'
import { SetLimits } from './set-limits.tsx'
import { StatusBadge } from './status-badge.tsx'
import { useResale } from './use-resale.ts'

const columns = ['name', 'status', 'licenses', 'devices', 'users', 'lastLocation'] as const

type Opened = { dialog: 'status' | 'licenses' | 'limits' | 'support' | 'prices'; customer: ResaleAccount }

export function CustomerTable({ customers }: { customers: ResaleAccount[] }) {
  const { t } = useTranslation('resale')
  const [opened, setOpened] = useState<Opened>()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const close = () => setOpened(undefined)
  function toggle(id: string): void {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    setSelected(next)
  }
  return (
    <>
      {selected.size > 0 && <ChangeStatuses ids={[...selected]} onDone={() => setSelected(new Set())} />}
      <StackedTable
        label={t('accounts')}
        columns={columns.map((column) => t(`columns.${column}`))}
        end={t('columns.actions')}
      >
        {customers.map((customer) => (
          <CustomerRow
            key={customer.id}
            customer={customer}
            isSelected={selected.has(customer.id)}
            onSelect={() => toggle(customer.id)}
            onOpen={(dialog) => setOpened({ dialog, customer })}
          />
        ))}
      </StackedTable>
      {opened?.dialog === 'status' && <ChangeStatus customer={opened.customer} onClose={close} />}
      {opened?.dialog === 'prices' && <SetPrices customer={opened.customer} onClose={close} />}
      {opened?.dialog === 'support' && <RequestSupport customer={opened.customer} onClose={close} />}
      {opened?.dialog === 'licenses' && <MoveLicenses node={toNode(opened.customer)} onClose={close} />}
      {opened?.dialog === 'limits' && <SetLimits of={opened.customer} onClose={close} />}
    </>
  )
}

function toNode({ id, name, resellerId, licenses }: ResaleAccount) {
  return { id, name, poolId: resellerId, granted: licenses.granted, used: licenses.used }
}

interface CustomerRowProps {
  customer: ResaleAccount
  isSelected: boolean
  onSelect: () => void
  onOpen: (dialog: Opened['dialog']) => void
}

function CustomerRow({ customer, isSelected, onSelect, onOpen }: CustomerRowProps) {
  const { t } = useTranslation('resale')
  const format = useFormat()
  const nowMs = useNow()
  // Others pay the reseller between.
  const own = useResale().data?.reseller.id
  const { name, licenses, deviceCount, userCount, lastLocationAt, status, nodeStatus, isStaff } = customer
  const count = (value: number | null) => (value === null ? '' : format.number(value))
  const isSuspended = nodeStatus === 'suspended'
  return (
    <StackedRow>
      <Cell slot="first">
        {!isStaff && (
          <Checkbox
            size="xs"
            mr="xs"
            display="inline-block"
            aria-label={t('select', { name })}
            checked={isSelected}
            onChange={onSelect}
          />
        )}
        <Text size="sm" fw={600} component="span">
          {name}
        </Text>
        {isStaff && (
          <Text size="xs" c="dimmed" component="span" ml="xs">
            {t('staff')}
          </Text>
        )}
      </Cell>
      <Cell label={t('columns.status')}>
        <StatusBadge status={status} />
      </Cell>
      <Cell label={t('columns.licenses')}>
        {licenses.used === null
          ? count(licenses.granted)
          : t('used', { used: count(licenses.used), total: count(licenses.granted ?? licenses.total) })}
      </Cell>
      <Cell label={t('columns.devices')}>{count(deviceCount)}</Cell>
      <Cell label={t('columns.users')}>{count(userCount)}</Cell>
      <Cell label={t('columns.lastLocation')}>
        {lastLocationAt ? format.age(lastLocationAt, nowMs) : t('ui:never')}
      </Cell>
      <Cell slot="end">
        <RowMenu label={t('actionsOf', { name })}>
          {licenses.granted !== null && (
            <Menu.Item leftSection={<IconArrowsExchange size={16} />} onClick={() => onOpen('licenses')}>
              {t('move.title')}
            </Menu.Item>
          )}
          {!isStaff && (
            <Menu.Item leftSection={<IconAdjustments size={16} />} onClick={() => onOpen('limits')}>
              {t('limits.title')}
            </Menu.Item>
          )}
          {!isStaff && customer.resellerId === own && (
            <Menu.Item leftSection={<IconReceipt size={16} />} onClick={() => onOpen('prices')}>
              {t('prices.choose')}
            </Menu.Item>
          )}
          {status === 'active' && !isStaff && (
            <Menu.Item leftSection={<IconLifebuoy size={16} />} onClick={() => onOpen('support')}>
              {t('support:request.title')}
            </Menu.Item>
          )}
          {nodeStatus !== 'blocked' && (
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
