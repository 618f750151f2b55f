import { Loader, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSessions } from '../../ui/drivers/use-drivers.ts'
import { Failure } from '../../ui/failure.tsx'
import { AnchorLink } from '../../ui/links.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Section } from '../../ui/section.tsx'
import { Cell, StackedRow, StackedTable } from '../../ui/stacked-table.tsx'
import { useFormat } from '../../ui/use-format.ts'

const columns = ['device', 'start', 'end', 'source'] as const

export function DriverSessions({ driverId }: { driverId: string }) {
  const { t } = useTranslation('drivers')
  const format = useFormat()
  const pages = useSessions(driverId)
  const sessions = pages.data?.pages.flatMap((page) => page.sessions)
  return (
    <Section title={t('sessions.title')} description={t('sessions.hint')}>
      {pages.error && !sessions && <Failure error={pages.error} />}
      {pages.isPending && <Loader aria-label={t('ui:loading')} />}
      {sessions?.length === 0 && <Text c="dimmed">{t('sessions.none')}</Text>}
      {sessions && sessions.length > 0 && (
        <StackedTable label={t('sessions.title')} columns={columns.map((column) => t(`columns.${column}`))}>
          {sessions.map(({ deviceId, deviceName, source, tag, startedAt, endedAt }) => (
            <StackedRow key={`${deviceId} ${source} ${startedAt}`}>
              <Cell slot="first">
                <AnchorLink to="/history/$deviceId" params={{ deviceId }} size="sm" fw={600}>
                  {deviceName}
                </AnchorLink>
              </Cell>
              <Cell label={t('columns.start')}>{startedAt ? format.dateTime(startedAt) : t('always')}</Cell>
              <Cell label={t('columns.end')}>
                {endedAt ? format.dateTime(endedAt) : t(source === 'tag' ? 'sessions.open' : 'endless')}
              </Cell>
              <Cell label={t('columns.source')}>{tag ?? t('sources.assignment')}</Cell>
            </StackedRow>
          ))}
        </StackedTable>
      )}
      <MoreButton of={pages} />
    </Section>
  )
}
