import { Badge, Button, Group, Text } from '@mantine/core'
import type { PushSubscription } from '@rastro/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { switchOff } from '../../device-services/push.ts'
import { rastro } from '../../session/session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Section } from '../../ui/section.tsx'
import { placeOf } from '../../ui/sign-ins/place.ts'
import { Cell, StackedRow, StackedTable } from '../../ui/stacked-table.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { browsersKey, useBrowsers } from './use-browsers.ts'

/** All devices of the user that show notifications. */
export function Browsers() {
  const { t } = useTranslation('this-device')
  const { t: ofSecurity } = useTranslation('security')
  const browsers = useBrowsers().data?.pushSubscriptions
  const [removed, setRemoved] = useState<PushSubscription>()
  const queries = useQueryClient()
  async function remove({ id, isCurrent }: PushSubscription): Promise<void> {
    await rastro.delete('/api/me/pushSubscriptions/{subscriptionId}', { path: { subscriptionId: id } })
    if (isCurrent) await switchOff()
    await queries.invalidateQueries({ queryKey: browsersKey })
  }
  return (
    <Section title={t('browsers.title')} description={t('browsers.hint')}>
      {browsers?.length === 0 && <Text size="sm">{t('browsers.none')}</Text>}
      {browsers && browsers.length > 0 && (
        <StackedTable
          label={t('browsers.title')}
          columns={(['device', 'since', 'last', 'until'] as const).map((one) => t(`browsers.${one}`))}
          end={t('security:columns.actions')}
        >
          {browsers.map((one) => (
            <Browser key={one.id} browser={one} onRemove={() => setRemoved(one)} />
          ))}
        </StackedTable>
      )}
      {removed && (
        <ConfirmDialog
          title={t('browsers.removeOf', { place: placeOf(ofSecurity, removed) })}
          action={t('browsers.remove')}
          onConfirm={() => remove(removed)}
          onClose={() => setRemoved(undefined)}
        >
          <Text size="sm">{t('browsers.removeHint')}</Text>
        </ConfirmDialog>
      )}
    </Section>
  )
}

interface BrowserProps {
  browser: PushSubscription
  onRemove(): void
}

function Browser({ browser, onRemove }: BrowserProps) {
  const { t } = useTranslation('this-device')
  const { t: ofSecurity } = useTranslation('security')
  const format = useFormat()
  const place = placeOf(ofSecurity, browser)
  return (
    <StackedRow>
      <Cell slot="first">
        <Group gap="xs">
          <Text fw={600} size="sm">
            {place}
          </Text>
          {browser.isCurrent && <Badge variant="light">{t('browsers.current')}</Badge>}
        </Group>
      </Cell>
      <Cell label={t('browsers.since')}>{format.dateTime(browser.createdAt)}</Cell>
      <Cell label={t('browsers.last')}>
        {browser.acceptedAt ? format.dateTime(browser.acceptedAt) : t('ui:never')}
      </Cell>
      <Cell label={t('browsers.until')}>{format.dateTime(browser.expiresAt)}</Cell>
      <Cell slot="end">
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('browsers.removeOf', { place })}
          onClick={onRemove}
        >
          {t('browsers.remove')}
        </Button>
      </Cell>
    </StackedRow>
  )
}
