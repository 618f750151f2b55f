import { ActionIcon, Anchor, Code, Group, Stack, Text } from '@mantine/core'
import type { AuditChange } from '@rastro/client'
import { IconFilter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Cell, StackedRow } from '../../ui/stacked-table.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { differencesOf, nameIn } from './difference.ts'
import { DifferenceList } from './difference-list.tsx'
import { linkOf } from './target-link.ts'

interface ChangeRowProps {
  change: AuditChange
  isOnlyTarget: boolean
  nameOf(id: string): string | undefined
}

export function ChangeRow({ change, isOnlyTarget, nameOf }: ChangeRowProps) {
  const { t } = useTranslation('audit')
  const format = useFormat()
  const { dateTime, userName, userId, action, before, after } = change
  return (
    <StackedRow>
      <Cell slot="first">
        <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
          <time dateTime={dateTime}>
            {format.date(dateTime)} {format.timeWithSeconds(dateTime)}
          </time>
        </Text>
      </Cell>
      <Cell label={t('columns.who')}>
        <Text size="sm">
          {userName ?? (userId === null ? t('operator') : isProvider(userId) ? t('provider') : t('deleted'))}
        </Text>
      </Cell>
      <Cell label={t('columns.what')}>
        <Stack gap={0}>
          {/* Actions unknown to this version are shown by name. */}
          <Text size="sm">{t(`actions.${action.replace('.', '_')}`, { defaultValue: action })}</Text>
          <Target change={change} isOnlyTarget={isOnlyTarget} nameOf={nameOf} />
        </Stack>
      </Cell>
      <Cell label={t('columns.fields')}>
        <DifferenceList differences={differencesOf(before, after)} nameOf={nameOf} />
      </Cell>
    </StackedRow>
  )
}

function Target({ change, isOnlyTarget, nameOf }: ChangeRowProps) {
  const { t } = useTranslation('audit')
  const { targetId, before, after } = change
  const name = nameIn(before, after) ?? nameOf(targetId)
  const link = linkOf(targetId)
  const shown = name ? <Text size="sm">{name}</Text> : <Code fz={11}>{targetId}</Code>
  return (
    <Group gap={4} wrap="nowrap">
      {link ? (
        <Anchor title={targetId} renderRoot={(props) => <Link {...(link as object)} {...props} />}>
          {shown}
        </Anchor>
      ) : (
        shown
      )}
      {!isOnlyTarget && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('only', { name: name ?? targetId })}
          renderRoot={(props) => <Link to="/settings/audit" search={{ target: targetId }} {...props} />}
        >
          <IconFilter size={15} />
        </ActionIcon>
      )}
    </Group>
  )
}

/** Single sign-on and SCIM change users by themselves. */
function isProvider(userId: string): boolean {
  return userId === 'sso' || userId.startsWith('scm_')
}
