// The health of the installation for operators: its processes, backups, and what the doctor found last night.

import { Code, Loader, Stack, Text } from '@mantine/core'
import type { InstallationHealth } from '@rastro/client'
import { IconAlertTriangle, IconCircleCheck, IconServer } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { useAccount } from '../../session/use-account.ts'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { AnchorLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { useNow } from '../../ui/use-now.ts'
import { ProcessTable } from './process-table.tsx'
import { summaryOf } from './summary.ts'
import { TestEmailSection } from './test-email.tsx'

const everyMs = 10_000

export function InstallationPage() {
  const { t } = useTranslation('installation')
  const account = useAccount()
  if (!account) return <Loader aria-label={t('ui:loading')} />
  if (account.isOperator) return <Installation />
  return (
    <Page title={t('title')}>
      <Empty icon={<IconServer size={32} stroke={1.3} />} title={t('closed')} description={t('closedHint')} />
    </Page>
  )
}

function Installation() {
  const { t } = useTranslation('installation')
  const answer = useQuery({
    queryKey: ['installation'],
    refetchInterval: everyMs,
    queryFn: async () => (await rastro.get('/api/platform/health')).health,
  })
  const { data, error } = answer
  return (
    <Page title={t('title')} subtitle={<AnchorLink to="/console">{t('resale:title')}</AnchorLink>} isWide>
      {error && !data && (
        <Failure
          error={error}
          onRetry={() => {
            inBackground(answer.refetch())
          }}
        />
      )}
      {answer.isPending && <Loader aria-label={t('ui:loading')} />}
      {data && <Health health={data} />}
      <TestEmailSection />
    </Page>
  )
}

function Health({ health }: { health: InstallationHealth }) {
  const { t } = useTranslation('installation')
  const format = useFormat()
  const nowMs = useNow()
  const faults = summaryOf(health, nowMs)
  return (
    <>
      <Section title={t('now')}>
        {faults.length === 0 && (
          <Text>
            <IconCircleCheck size={16} aria-hidden /> {t('good')}
          </Text>
        )}
        {faults.map(({ key, values }) => (
          <Text key={`${key} ${JSON.stringify(values)}`}>
            <IconAlertTriangle size={16} aria-hidden /> {t(`faults.${key}`, values)}
          </Text>
        ))}
        {health.backups.map(({ cell, takenAt }) => (
          <Text key={cell}>{t('backup', { time: format.dateTime(takenAt) })}</Text>
        ))}
      </Section>
      <ProcessTable processes={health.processes} />
      {health.doctor.map(({ cell, runAt, findings }) => (
        <Section
          key={cell}
          title={cell === 0 ? t('doctor') : t('doctorOf', { cell })}
          description={t('doctorRan', { time: format.dateTime(runAt) })}
        >
          {findings.length === 0 && <Text>{t('nothingFound')}</Text>}
          {findings.map((finding) => (
            <Stack key={`${finding.id} ${finding.message}`} gap="xs">
              <Text fw={600}>{`${t(`severities.${finding.severity}`)}: ${finding.message}`}</Text>
              <Text size="sm">{finding.impact}</Text>
              {finding.advice.map(({ where, lines }) => (
                <Code key={`${where} ${lines.join(' ')}`} block tabIndex={0}>
                  {lines.join('\n')}
                </Code>
              ))}
            </Stack>
          ))}
        </Section>
      ))}
    </>
  )
}
