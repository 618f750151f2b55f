// The link that verifies a contact where no code can be sent before: its recipient opens it.

import { Anchor, Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function OpenLink({ url }: { url: string }) {
  const { t } = useTranslation('notifications')
  return (
    <Stack gap="xs" role="status">
      <Text size="sm">{t('verify.openLink')}</Text>
      <Anchor href={url} target="_blank" rel="noreferrer noopener" style={{ overflowWrap: 'anywhere' }}>
        {url}
      </Anchor>
      <Group>
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" onClick={copy}>
              {t(copied ? 'verify.copied' : 'verify.copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  )
}
