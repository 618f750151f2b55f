import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ShownSecret } from '../../ui/shown-secret.tsx'

interface NewUserPasswordProps {
  made: { name: string; userName: string; password: string }
  onDone: () => void
}

export function NewUserPassword({ made, onDone }: NewUserPasswordProps) {
  const { t } = useTranslation('users')
  const { name, userName, password } = made
  return (
    <ShownSecret
      title={t('password.made', { name })}
      label={t('password.label')}
      copyLabel={t('password.copy')}
      secret={password}
      once={t('password.once', { name })}
      onDone={onDone}
    >
      <Text size="sm">{t('password.handOn', { name, userName })}</Text>
    </ShownSecret>
  )
}
