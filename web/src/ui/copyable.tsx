// Something to take along: a text, and the button that copies it.

import { ActionIcon, Code, CopyButton, Group, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

interface CopyIconProps {
  text: string
  /** What is copied, for whoever cannot see what stands beside it. */
  what: string
}

export function CopyIcon({ text, what }: CopyIconProps) {
  const { t } = useTranslation('ui')
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('copied') : t('copy')}>
          <ActionIcon
            variant="subtle"
            color={copied ? 'teal' : 'gray'}
            size={24}
            aria-label={copied ? t('copied') : `${t('copy')}: ${what}`}
            onClick={copy}
          >
            {copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}

/** A line for a terminal, an SMS or a form of somebody else. */
export function Copyable({ text, what }: CopyIconProps) {
  return (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <Code block fz={12.5} style={{ flex: 1, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Code>
      <CopyIcon text={text} what={what} />
    </Group>
  )
}
