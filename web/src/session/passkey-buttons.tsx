// Asks for a passkey: of this host, or of one that the installation had before. Browsers ask for one host at a time.

import { Button } from '@mantine/core'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './passkey-buttons.module.css'
import { useWebConfig } from './use-web-config.ts'

export interface PasskeyButtonsProps {
  label: string
  /** The only way to continue. */
  isMain?: boolean
  isBusy: boolean
  isDisabled?: boolean
  onUse: (host: string | undefined, event: MouseEvent<HTMLButtonElement>) => void
}

export function PasskeyButtons({
  label,
  isMain = false,
  isBusy,
  isDisabled = false,
  onUse,
}: PasskeyButtonsProps) {
  const { t } = useTranslation('second-factor')
  const config = useWebConfig()
  const hosts = [undefined, ...(config?.formerHosts ?? [])]
  return hosts.map((host) => (
    <Button
      key={host ?? ''}
      classNames={{ root: styles.button!, label: styles.label! }}
      variant={isMain && host === undefined ? 'filled' : 'default'}
      loading={isBusy}
      disabled={isDisabled}
      onClick={(event) => onUse(host, event)}
    >
      {host === undefined ? label : t('passkey.former', { host })}
    </Button>
  ))
}
