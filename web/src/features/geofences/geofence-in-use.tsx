// A geofence that rules use cannot be deleted: lists them.

import { Button, Group, Stack, Text } from '@mantine/core'
import type { AlertRule } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'
import { AnchorLink } from '../../ui/links.tsx'

interface GeofenceInUseProps {
  name: string
  rules: AlertRule[]
  onClose(): void
}

export function GeofenceInUse({ name, rules, onClose }: GeofenceInUseProps) {
  const { t } = useTranslation('geofences')
  return (
    <Dialog onClose={onClose} title={t('inUse.title', { name })}>
      <Stack gap="sm">
        <Text size="sm">{t('inUse.hint', { count: rules.length })}</Text>
        {rules.map((rule) => (
          <AnchorLink key={rule.id} to="/rules/$ruleId" params={{ ruleId: rule.id }} size="sm">
            {rule.name}
          </AnchorLink>
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('ui:close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
