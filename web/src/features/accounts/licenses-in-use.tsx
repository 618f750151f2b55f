import { Anchor, Progress, Text } from '@mantine/core'
import type { Account } from '@rastro/client'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Section } from '../../ui/section.tsx'
import { useFormat } from '../../ui/use-format.ts'
import styles from './licenses-in-use.module.css'

export function LicensesInUse({ licenses }: { licenses: NonNullable<Account['licenses']> }) {
  const { t } = useTranslation('accounts')
  const { number } = useFormat()
  const { total, used, free } = licenses
  const isOver = used > total
  const counts = [
    ['used', used],
    ['free', free],
    ['total', total],
  ] as const
  return (
    <Section title={t('licenses')} description={t('licensesHint')}>
      <dl className={styles.counts}>
        {counts.map(([name, value]) => (
          <div key={name} data-name={name}>
            <dt>{t(`licenseCounts.${name}`)}</dt>
            <dd>{number(value)}</dd>
          </div>
        ))}
      </dl>
      <Progress
        size="lg"
        value={total === 0 ? 0 : Math.min(100, (used / total) * 100)}
        color={free === 0 ? 'red' : free / total < 0.1 ? 'yellow' : 'blue'}
        aria-label={t('licensesOf', { used: number(used), total: number(total) })}
      />
      {(isOver || free === 0) && (
        <Text size="sm" role="status">
          {isOver ? t('licensesOver') : t('licensesNone')}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t('licensesExpired')}{' '}
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => <Link to="/live" search={{ status: 'expired' }} {...props} />}
        >
          {t('licensesExpiredLink')}
        </Anchor>
      </Text>
    </Section>
  )
}
