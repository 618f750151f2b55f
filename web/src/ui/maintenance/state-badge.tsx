import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { StateName } from './maintenance-api.ts'

const colors: Record<StateName, string> = {
  ok: 'green',
  soon: 'yellow',
  due: 'orange',
  overdue: 'red',
  unknown: 'gray',
}

export function StateBadge({ state }: { state: StateName }) {
  const { t } = useTranslation('maintenance')
  return (
    <Badge variant="light" color={colors[state]} c="var(--mantine-color-text)">
      {t(`states.${state}`)}
    </Badge>
  )
}
