import { Alert, Button, Group, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { KeptDraft } from './draft.ts'
import { useFormat } from './use-format.ts'

const dayMs = 86_400_000

/** Shows that unsaved changes were restored, or that another browser tab edits the same thing. */
export function DraftNotice({ draft }: { draft: KeptDraft }) {
  const { t } = useTranslation('ui')
  const format = useFormat()
  const { restoredAtMs, isOutdated, elsewhere, discard } = draft
  if (restoredAtMs === undefined && !elsewhere) return null
  const isRecent = restoredAtMs !== undefined && Date.now() - restoredAtMs < dayMs
  return (
    <Alert
      role="status"
      p="xs"
      color={elsewhere || isOutdated ? 'yellow' : 'blue'}
      icon={<IconHistory size={18} />}
    >
      {restoredAtMs !== undefined && (
        <Group gap="xs" justify="space-between">
          <Text size="sm">
            {t('draft.restored', {
              time: isRecent ? format.time(restoredAtMs) : format.dateTime(restoredAtMs),
            })}
            {isOutdated && ` ${t('draft.outdated')}`}
          </Text>
          <Button size="compact-sm" variant="default" onClick={discard}>
            {t('draft.discard')}
          </Button>
        </Group>
      )}
      {elsewhere && <Text size="sm">{t(`draft.elsewhere.${elsewhere}`)}</Text>}
    </Alert>
  )
}
