import { Badge, Group, Text } from '@mantine/core'
import type { User } from '@rastro/client'
import { IconBan, IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../session/use-me.ts'
import { AnchorLink } from '../../ui/links.tsx'
import { Cell, StackedRow, StackedTable } from '../../ui/stacked-table.tsx'
import { useDeviceName } from '../../ui/use-device-name.ts'
import { useFormat } from '../../ui/use-format.ts'
import { useNow } from '../../ui/use-now.ts'
import { useGroupOptions } from './use-users.ts'

const columns = ['name', 'userName', 'role', 'scope', 'lastLogin', 'status'] as const

export function UserTable({ users }: { users: User[] }) {
  const { t } = useTranslation('users')
  const format = useFormat()
  const nowMs = useNow()
  const me = useMe()
  return (
    <StackedTable label={t('title')} columns={columns.map((column) => t(`columns.${column}`))}>
      {users.map((user) => (
        <StackedRow key={user.id}>
          <Cell slot="first">
            <Group gap="xs">
              <AnchorLink to="/settings/users/$userId" params={{ userId: user.id }} size="sm" fw={600}>
                {user.name}
              </AnchorLink>
              {user.id === me?.id && (
                <Text size="xs" c="dimmed">
                  {t('you')}
                </Text>
              )}
            </Group>
          </Cell>
          <Cell label={t('columns.userName')}>{user.userName}</Cell>
          <Cell label={t('columns.role')}>{t(`roles.${user.role}`)}</Cell>
          <Cell label={t('columns.scope')}>
            <ScopeText user={user} />
          </Cell>
          <Cell label={t('columns.lastLogin')}>
            {user.lastLoginAt ? format.age(user.lastLoginAt, nowMs) : t('ui:never')}
          </Cell>
          <Cell label={t('columns.status')}>
            <SignInStatus user={user} nowMs={nowMs} />
          </Cell>
        </StackedRow>
      ))}
    </StackedTable>
  )
}

function ScopeText({ user: { role, groupIds, deviceId } }: { user: User }) {
  const { t, i18n } = useTranslation('users')
  const groups = useGroupOptions()
  const device = useDeviceName(deviceId ?? undefined)
  if (role !== 'standard') return <>{t('scopeSummary.all')}</>
  if (groupIds.length > 0) {
    const names = groupIds.map((id) => groups.data?.find(({ value }) => value === id)?.label ?? '…')
    const and = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
    return <>{t('scopeSummary.groups', { count: names.length, names: and.format(names) })}</>
  }
  if (deviceId) return <>{t('scopeSummary.device', { name: device ?? '…' })}</>
  return <>{t('scopeSummary.none')}</>
}

/** Whether the user can sign in, and from or until when. */
function SignInStatus({ user, nowMs }: { user: User; nowMs: number }) {
  const { t } = useTranslation('users')
  const format = useFormat()
  const { disabled, from, expiresAt } = user
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= nowMs
  const isEarly = from !== null && Date.parse(from) > nowMs
  if (disabled || isExpired) {
    return (
      <Badge
        variant="default"
        tt="none"
        leftSection={<IconBan size={13} color="var(--mantine-color-error)" />}
      >
        {disabled ? t('status.disabled') : t('status.expired', { date: format.date(expiresAt ?? 0) })}
      </Badge>
    )
  }
  if (isEarly || expiresAt) {
    return (
      <Badge variant="default" tt="none" leftSection={<IconClock size={13} />}>
        {isEarly
          ? t('status.from', { date: format.date(from ?? 0) })
          : t('status.until', { date: format.date(expiresAt ?? 0) })}
      </Badge>
    )
  }
  return <>{t('status.active')}</>
}
