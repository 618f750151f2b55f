import { Alert, List, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

export interface TestResultProps {
  test: {
    failure: string | null
    email?: string | null
    emailVerified?: boolean
    values?: string[]
    role?: string | null
  } | null
  lastFailure: string | null
}

export function TestResult({ test, lastFailure }: TestResultProps) {
  const { t } = useTranslation('sso')
  if (!test)
    return (
      <Text size="sm">{lastFailure ? t('test.lastFailure', { reason: lastFailure }) : t('test.none')}</Text>
    )
  const { failure, email, emailVerified, values = [], role } = test
  if (failure !== null)
    return (
      <Alert color="red" icon={<IconAlertTriangle size={18} />} title={t('test.failed')}>
        {failure}
      </Alert>
    )
  return (
    <Alert color="green" icon={<IconCheck size={18} />} title={t('test.succeeded')}>
      <List size="sm">
        <List.Item>
          {t(emailVerified ? 'test.emailVerified' : 'test.email', { email: email ?? t('test.nothing') })}
        </List.Item>
        <List.Item>{t('test.values', { values: values.join(', ') || t('test.nothing') })}</List.Item>
        <List.Item>{role ? t('test.role', { role: t(`roles.${role}`) }) : t('test.noRole')}</List.Item>
      </List>
    </Alert>
  )
}
