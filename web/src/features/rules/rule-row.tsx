import { Switch, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { AlertRule } from '@rastro/client'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '../../ui/failure.tsx'
import { SeverityIcon } from '../../ui/severity.tsx'
import { useFormat } from '../../ui/use-format.ts'
import type { Names } from './rule-sentence.ts'
import { describeRule } from './rule-sentence.ts'
import styles from './rules.module.css'
import { useEnableRule } from './use-rules.ts'

interface RuleRowProps {
  rule: AlertRule
  names: Names
}

export function RuleRow({ rule, names }: RuleRowProps) {
  const { t, i18n } = useTranslation('rules')
  const format = useFormat()
  const enabling = useEnableRule()
  const isOn = enabling.isPending ? enabling.variables.enabled : rule.enabled
  return (
    <li className={styles.row} data-off={!isOn}>
      <Switch
        size="sm"
        aria-label={t('enable', { name: rule.name })}
        checked={isOn}
        onChange={({ currentTarget }) =>
          enabling.mutate(
            { ruleId: rule.id, enabled: currentTarget.checked },
            { onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error, t) }) },
          )
        }
      />
      <Link to="/rules/$ruleId" params={{ ruleId: rule.id }} className={styles.open}>
        <SeverityIcon severity={rule.severity} />
        <span className={styles.words}>
          <Text size="sm" fw={600} truncate>
            {rule.name}
          </Text>
          <Text size="xs" c="dimmed" lineClamp={3}>
            {!isOn && `${t('off')} · `}
            {t(`alerts:severity.${rule.severity}`)} · {describeRule(rule, names, i18n.language, t, format)}
          </Text>
        </span>
      </Link>
    </li>
  )
}
