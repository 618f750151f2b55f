import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Section } from '../../ui/section.tsx'
import { useFormat } from '../../ui/use-format.ts'

export function UsageToday({ units }: { units: number }) {
  const { t } = useTranslation('accounts')
  const { number } = useFormat()
  return (
    <Section title={t('usage')} says={t('usageSays')}>
      <Text>{t('usageUnits', { count: units, units: number(units) })}</Text>
    </Section>
  )
}
