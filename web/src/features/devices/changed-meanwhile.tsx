import { Alert, Button, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** Somebody else saved while this form was being filled in. */
export function ChangedMeanwhile({ onReload }: { onReload(): void }) {
  const { t } = useTranslation('devices')
  return (
    <Alert color="yellow" role="alert" icon={<IconUsers size={18} />} title={t('changed.title')}>
      <Text size="sm">{t('changed.says')}</Text>
      <Button mt="xs" size="compact-sm" variant="default" onClick={onReload}>
        {t('changed.reload')}
      </Button>
    </Alert>
  )
}
