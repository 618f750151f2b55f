import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

export interface CopyTextProps {
  text: string
  /** The accessible name of what is copied. */
  label: string
  onCopied?: () => void
}

export function CopyText({ text, label, onCopied }: CopyTextProps) {
  const { t } = useTranslation('ui')
  const { copy, copied } = useClipboard({ timeout: 3_000 })
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={copied ? t('copied') : label}
      leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
      onClick={() => {
        copy(text)
        onCopied?.()
      }}
    >
      {copied ? t('copied') : t('copy')}
    </Button>
  )
}
