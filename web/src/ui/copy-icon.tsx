import { ActionIcon, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

export interface CopyIconProps {
  text: string
  /** The accessible name of what is copied. */
  what: string
}

/** A copy button without text. */
export function CopyIcon({ text, what }: CopyIconProps) {
  const { t } = useTranslation('ui')
  const { copy, copied } = useClipboard({ timeout: 3_000 })
  return (
    <Tooltip label={copied ? t('copied') : t('copy')}>
      <ActionIcon
        variant="subtle"
        color={copied ? 'green' : 'gray'}
        size={24}
        aria-label={copied ? t('copied') : `${t('copy')}: ${what}`}
        onClick={() => copy(text)}
      >
        {copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
      </ActionIcon>
    </Tooltip>
  )
}
