// Shows recovery codes once, to be copied or saved as a file.

import { Alert, Button, Checkbox, Code, Group, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyText } from '../copy-text.tsx'

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('second-factor')
  const [isStored, setIsStored] = useState(false)
  const text = `${codes.join('\n')}\n`
  return (
    <Alert color="green" icon={<IconKey size={18} />} title={t('recovery.shown')}>
      <Stack gap="sm">
        <Text size="sm">{t('recovery.once')}</Text>
        <Code block>{codes.join('\n')}</Code>
        <Group gap="xs">
          <CopyText text={text} label={t('recovery.copy')} />
          <Button
            size="xs"
            variant="default"
            component="a"
            download="recovery-codes.txt"
            href={`data:text/plain,${encodeURIComponent(text)}`}
          >
            {t('recovery.save')}
          </Button>
        </Group>
        <Checkbox
          label={t('recovery.stored')}
          checked={isStored}
          onChange={(event) => setIsStored(event.currentTarget.checked)}
        />
        <Group>
          <Button size="xs" disabled={!isStored} onClick={onDone}>
            {t('recovery.done')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
