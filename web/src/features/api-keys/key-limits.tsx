import { Badge, Group, Text } from '@mantine/core'
import type { ApiKey } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
import { useNow } from '../../ui/use-now.ts'
import { limitsOf } from './key-draft.ts'

/** What a key may do less than its user, at a glance. */
export function KeyLimits({ of: key }: { of: ApiKey }) {
  const { t } = useTranslation('api-keys')
  const limits = limitsOf(key)
  if (limits.length === 0) return <>{t('limits.none')}</>
  return (
    <Group gap={4}>
      {limits.map((limit) => (
        <Badge key={limit} variant="light" color="gray">
          {t(`limits.kinds.${limit}`)}
        </Badge>
      ))}
    </Group>
  )
}

export function KeyEnd({ of: { expiresAt } }: { of: ApiKey }) {
  const { t } = useTranslation('api-keys')
  const format = useFormat()
  const nowMs = useNow()
  if (expiresAt === null) return <>{t('ui:never')}</>
  const isExpired = Date.parse(expiresAt) <= nowMs
  return (
    <time dateTime={expiresAt} title={format.dateTime(expiresAt)}>
      {isExpired ? t('limits.expired', { date: format.date(expiresAt) }) : format.date(expiresAt)}
    </time>
  )
}

/** While two secrets are accepted. */
export function Overlap({ of: { previousSecret } }: { of: ApiKey }) {
  const { t } = useTranslation('api-keys')
  const format = useFormat()
  if (!previousSecret) return null
  const { validUntil, lastUsedAt } = previousSecret
  return (
    <Text size="xs" c="dimmed">
      {t('replace.running', { until: format.dateTime(validUntil) })}{' '}
      {lastUsedAt ? t('replace.stillUsed', { at: format.dateTime(lastUsedAt) }) : t('replace.notUsed')}
    </Text>
  )
}
