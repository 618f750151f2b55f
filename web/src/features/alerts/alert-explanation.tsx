// Why the alert was raised: the rule as it was then, the deciding values, the locations and the rule's state.

import { Skeleton, Table, Text } from '@mantine/core'
import type { Alert } from '@rastro/client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { useMay } from '../../session/use-me.ts'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { AnchorLink } from '../../ui/links.tsx'
import { usePlace } from '../../ui/places/use-place.ts'
import { useFormat } from '../../ui/use-format.ts'
import styles from './alert-detail.module.css'
import type { Explanation } from './explanation.types.ts'
import type { Compared, Entry } from './explanation-text.ts'
import { compare, describeRuleState, formatEntries } from './explanation-text.ts'

export function AlertExplanation({ alert }: { alert: Alert }) {
  const { t } = useTranslation('alerts')
  const { data, error, refetch } = useQuery({
    queryKey: ['alerts', 'explanation', alert.id],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const path = { alertId: alert.id }
      return (await rastro.get('/api/alerts/{alertId}/explanation', { path, signal }))
        .explanation as Explanation
    },
  })
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{t('why.title')}</h3>
      {error ? (
        <Failure
          error={error}
          onRetry={() => {
            inBackground(refetch())
          }}
        />
      ) : data ? (
        <RuleExplanation explanation={data} ruleId={alert.ruleId} />
      ) : (
        <Skeleton height={80} />
      )}
    </section>
  )
}

function RuleExplanation({ explanation, ruleId }: { explanation: Explanation; ruleId: string | null }) {
  const { t } = useTranslation('alerts')
  const mayManageRules = useMay()('rules.manage')
  const format = useFormat()
  const { rule, facts } = explanation
  if (!rule) return <Text size="sm">{t('why.reported')}</Text>
  const kind = rule.type
  const settings = { ...rule.settings, ...(rule.accuracyM !== undefined && { accuracyM: rule.accuracyM }) }
  const ruleState = describeRuleState(explanation, t, format)
  return (
    <>
      <Text size="sm" mb="xs">
        {ruleId && mayManageRules ? (
          <AnchorLink to="/rules/$ruleId" params={{ ruleId }} inherit fw={600}>
            {rule.name}
          </AnchorLink>
        ) : (
          <b>{rule.name}</b>
        )}
        {' · '}
        {t(`rules:kinds.${kind}.name`, { defaultValue: kind })}
        {!ruleId && ` · ${t('why.ruleGone')}`}
      </Text>
      <Entries title={t('why.decided')} entries={formatEntries(facts, kind, t, format)} />
      <Entries title={t('why.settings')} entries={formatEntries(settings, kind, t, format)} />
      {ruleState.length > 0 && (
        <Part title={t('why.ruleState')}>
          {ruleState.map((row) => (
            <Text key={row} size="sm">
              {row}
            </Text>
          ))}
        </Part>
      )}
      {explanation.location && <Locations explanation={explanation} />}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div style={{ marginBlockEnd: 10 }}>
      <Text size="xs" c="dimmed" fw={600} component="h4" my={4}>
        {title}
      </Text>
      {children}
    </div>
  )
}

function Entries({ title, entries }: { title: string; entries: Entry[] }) {
  if (entries.length === 0) return null
  return (
    <Part title={title}>
      <dl className={styles.facts}>
        {entries.map(({ key, label, text }) => (
          <div key={key} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}

function Locations({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const isAlone = explanation.before === undefined
  const before = useNamed(explanation.before)
  const location = useNamed(explanation.location)
  const rows = compare(
    { ...explanation, ...(before && { before }), ...(location && { location }) },
    t,
    format,
  )
  const technical = rows.filter(({ isTechnical }) => isTechnical)
  return (
    <Part title={t('why.locations')}>
      <ComparedTable
        label={t('why.locations')}
        rows={rows.filter(({ isTechnical }) => !isTechnical)}
        isAlone={isAlone}
      />
      {technical.length > 0 && (
        <details className={styles.all}>
          <summary>{t('why.all', { count: technical.length })}</summary>
          <ComparedTable
            label={t('why.all', { count: technical.length })}
            rows={technical}
            isAlone={isAlone}
          />
        </details>
      )}
    </Part>
  )
}

function useNamed(location: Explanation['location']): Explanation['location'] {
  const place = usePlace(location ?? {}, 'details')
  return place ? { ...location, place: place.name } : location
}

interface ComparedTableProps {
  label: string
  rows: Compared[]
  /** There is no previous location. */
  isAlone: boolean
}

function ComparedTable({ label, rows, isAlone }: ComparedTableProps) {
  const { t } = useTranslation('alerts')
  return (
    <div className={styles.table}>
      <Table verticalSpacing={3} horizontalSpacing={6} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            {!isAlone && <Table.Th scope="col">{t('why.before')}</Table.Th>}
            <Table.Th scope="col">{t('why.deciding')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, label, before, deciding }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" fw={400}>
                {label}
              </Table.Th>
              {!isAlone && <Table.Td>{before ?? '–'}</Table.Td>}
              <Table.Td fw={before !== deciding ? 600 : undefined}>{deciding ?? '–'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
