import { Alert, Button, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** Shown when another user saved while this form was being edited. */
export function EditConflict({ onReload }: { onReload(): void }) {
  const { t } = useTranslation('devices')
  return (
    <Alert color="yellow" role="alert" icon={<IconUsers size={18} />} title={t('conflict.title')}>
      <Text size="sm">{t('conflict.hint')}</Text>
      <Button mt="xs" size="compact-sm" variant="default" onClick={onReload}>
        {t('conflict.reload')}
      </Button>
    </Alert>
  )
}
