// Who takes care of it, and what was noted.

import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Alert } from '@rastro/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { sentenceOf } from '../../ui/failure.tsx'
import { useFormat } from '../../ui/use-format.ts'
import styles from './alert-detail.module.css'
import type { Deeds } from './use-deeds.tsx'

interface AlertHandlingProps {
  alert: Alert
  deeds: Deeds
  may: boolean
}

export function AlertHandling({ alert, deeds, may }: AlertHandlingProps) {
  const { t } = useTranslation('alerts')
  const queries = useQueryClient()
  const [note, setNote] = useState(alert.note ?? '')
  const deed = deeds.of(alert.id)
  const isDirty = note.trim() !== (alert.note ?? '')
  const saving = useMutation({
    mutationFn: () =>
      rastro.patch('/api/alerts/{alertId}', {
        path: { alertId: alert.id },
        body: { note: note.trim() === '' ? null : note.trim() },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['alerts'] }),
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error, t) }),
  })
  const mayHandle = may && deed === undefined
  return (
    <Stack gap="xs" className={styles.section}>
      <Handled alert={alert} />
      {deed && (
        <Text size="sm" c="dimmed">
          {t(`deeds.${deed}ing`)}
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
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      ) : (
        alert.note && <Text size="sm">{alert.note}</Text>
      )}
      {mayHandle && (
        <Group gap="xs">
          {alert.state === 'open' && (
            <Button size="xs" onClick={() => deeds.begin('acknowledge', [alert.id], note)}>
              {t('deeds.acknowledge')}
            </Button>
          )}
          {(alert.state === 'open' || alert.state === 'acknowledged') && (
            <Button size="xs" variant="default" onClick={() => deeds.begin('resolve', [alert.id], note)}>
              {t('deeds.resolve')}
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
  const resolver = useUserName(alert.resolvedBy)
  return (
    <>
      {alert.acknowledgedAt && (
        <Text size="sm">
          {t('acknowledgedBy', {
            name: acknowledger ?? t('somebody'),
            at: format.dateTime(alert.acknowledgedAt),
          })}
        </Text>
      )}
      {alert.resolvedAt && (
        <Text size="sm">
          {t('resolvedBy', { name: resolver ?? t('somebody'), at: format.dateTime(alert.resolvedAt) })}
        </Text>
      )}
    </>
  )
}

/** Undefined for who may not see that user. */
function useUserName(id: string | null): string | undefined {
  return useQuery({
    queryKey: ['users', id, 'name'],
    enabled: id !== null,
    staleTime: 300_000,
    queryFn: async () => {
      const { name, email } = await rastro.get('/api/users/{userId}', { path: { userId: id as string } })
      return name || email
    },
  }).data
}
