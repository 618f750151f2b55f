// Acknowledgement, resolution and the note.

import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Alert } from '@rastro/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import type { AlertAction, AlertActions } from '../../shell/alert-actions.tsx'
import { useDraft } from '../../ui/draft.ts'
import { sentenceOf } from '../../ui/failure.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { useUserName } from '../../ui/use-user-name.ts'
import styles from './alert-detail.module.css'

interface AlertHandlingProps {
  alert: Alert
  actions: AlertActions
  may: boolean
}

export function AlertHandling({ alert, actions, may }: AlertHandlingProps) {
  const { t } = useTranslation('alerts')
  const queries = useQueryClient()
  const draft = useDraft(may ? `alert-note:${alert.id}` : undefined, { note: alert.note ?? '' })
  const { note } = draft.value
  const action = actions.of(alert.id)
  const isDirty = note.trim() !== (alert.note ?? '')
  const saving = useMutation({
    mutationFn: () =>
      rastro.patch('/api/alerts/{alertId}', {
        path: { alertId: alert.id },
        body: { note: note.trim() === '' ? null : note.trim() },
      }),
    onSuccess: () => {
      draft.saved()
      return queries.invalidateQueries({ queryKey: ['alerts'] })
    },
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error, t) }),
  })
  const begin = (action: AlertAction) => {
    actions.begin(action, [alert.id], note)
    draft.abandon()
  }
  const mayHandle = may && action === undefined
  return (
    <Stack gap="xs" className={styles.section}>
      <Handled alert={alert} />
      {action && (
        <Text size="sm" c="dimmed">
          {t(`actions.running.${action}`)}
        </Text>
      )}
      {may ? (
        <Textarea
          size="sm"
          autosize
          minRows={1}
          maxRows={5}
          maxLength={2_000}
          label={t('note.label')}
          placeholder={t('note.optional')}
          value={note}
          onChange={({ currentTarget }) => draft.change({ note: currentTarget.value })}
        />
      ) : (
        alert.note && <Text size="sm">{alert.note}</Text>
      )}
      {mayHandle && (
        <Group gap="xs">
          {alert.state === 'open' && (
            <Button size="xs" onClick={() => begin('acknowledge')}>
              {t('actions.acknowledge')}
            </Button>
          )}
          {(alert.state === 'open' || alert.state === 'acknowledged') && (
            <Button size="xs" variant="default" onClick={() => begin('resolve')}>
              {t('actions.resolve')}
            </Button>
          )}
          {isDirty && (
            <Button size="xs" variant="subtle" loading={saving.isPending} onClick={() => saving.mutate()}>
              {t('note.save')}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  )
}

function Handled({ alert }: { alert: Alert }) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const acknowledger = useUserName(alert.acknowledgedBy)
  const contact = alert.acknowledgedByContact
  const resolver = useUserName(alert.resolvedBy)
  return (
    <>
      {alert.acknowledgedAt && (
        <Text size="sm">
          {t('acknowledgedBy', {
            name: contact
              ? t('contactBy', {
                  name: contact.name,
                  channel: t(`channels.${contact.channel}`, { defaultValue: contact.channel }),
                })
              : (acknowledger ?? t('unknownUser')),
            at: format.dateTime(alert.acknowledgedAt),
          })}
        </Text>
      )}
      {alert.resolvedAt && (
        <Text size="sm">
          {t('resolvedBy', { name: resolver ?? t('unknownUser'), at: format.dateTime(alert.resolvedAt) })}
        </Text>
      )}
    </>
  )
}
