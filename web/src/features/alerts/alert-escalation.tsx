// The escalation of an alert: who was notified when, by which channel, with which outcome, and who is next.

import { Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { FleetEvent } from '../../live/fleet.types.ts'
import { useEvents } from '../../live/use-fleet.tsx'
import { rastro } from '../../session/session.ts'
import { inBackground } from '../../ui/in-background.ts'
import { useFormat } from '../../ui/use-format.ts'
import styles from './alert-detail.module.css'

const kinds = ['notification.', 'escalation.', 'alert.']

export function AlertEscalation({ alertId }: { alertId: string }) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const queries = useQueryClient()
  useEvents(
    useCallback(
      ({ type, data }: FleetEvent) => {
        const { id, alertId: of } = data as { id?: string; alertId?: string }
        if ((of === alertId || id === alertId) && kinds.some((kind) => type.startsWith(kind)))
          inBackground(queries.invalidateQueries({ queryKey: ['alerts', 'escalation', alertId] }))
      },
      [queries, alertId],
    ),
  )
  const { data } = useQuery({
    queryKey: ['alerts', 'escalation', alertId],
    queryFn: ({ signal }) => rastro.get('/api/alerts/{alertId}/escalation', { path: { alertId }, signal }),
  })
  const escalation = data?.escalation
  if (!escalation) return null
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{t('escalation.title', { name: escalation.policyName })}</h3>
      <Stack gap={6} component="ol" m={0} ps="lg">
        {escalation.rounds.map(({ step, round, doneAt, notices }) => (
          <Text component="li" size="sm" key={`${step}.${round}`}>
            {format.timeWithSeconds(doneAt)}
            {notices.length === 0 && ` · ${t('escalation.nobody')}`}
            {notices.map(({ contactId, name, channel, state }) => (
              <span key={`${contactId} ${channel}`}>
                {' · '}
                {t('contactBy', { name, channel: t(`channels.${channel}`, { defaultValue: channel }) })}
                {`: ${t(`deliveries.state.${state ?? 'waiting'}`)}`}
              </span>
            ))}
          </Text>
        ))}
      </Stack>
      <Text size="sm" mt={6} role="status">
        {escalation.next
          ? t('escalation.next', {
              names: escalation.next.names.join(', ') || t('escalation.nobodyOnCall'),
              at: format.timeWithSeconds(escalation.next.dueAt),
            })
          : t(`escalation.ended.${escalation.outcome ?? 'finished'}`)}
      </Text>
    </section>
  )
}
