import type { ApiKey } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
import { useNow } from '../../ui/use-now.ts'

/** When and from where a key was last used, to tell programs apart. */
export function LastUse({ of: { lastUsedAt, lastUsedFrom } }: { of: ApiKey }) {
  const { t } = useTranslation('api-keys')
  const format = useFormat()
  const nowMs = useNow()
  if (lastUsedAt === null) return <>{t('ui:never')}</>
  // The server's clock may be ahead of the browser's.
  const age = format.age(Math.min(Date.parse(lastUsedAt), nowMs), nowMs)
  return (
    <time dateTime={lastUsedAt} title={format.dateTime(lastUsedAt)}>
      {lastUsedFrom ? t('usedFrom', { age, address: lastUsedFrom }) : age}
    </time>
  )
}
