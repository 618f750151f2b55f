import { Button } from '@mantine/core'
import { IconHistory, IconPencil, IconSend, IconShare } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../session/use-me.ts'
import { ButtonLink } from '../../ui/links.tsx'
import styles from './device-card.module.css'

const ShareDialog = lazy(async () => ({
  default: (await import('../../ui/shares/share-dialog.tsx')).ShareDialog,
}))

const look = { size: 'xs', variant: 'light', px: 'xs' } as const

/** From a device on the map to its pages, and to a link for others. */
export function CardActions({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('live')
  const may = useMay()
  const [isSharing, setIsSharing] = useState(false)
  const params = { deviceId: id }
  return (
    <div className={styles.actions}>
      <ButtonLink {...look} to="/history/$deviceId" params={params} leftSection={<IconHistory size={15} />}>
        {t('card.history')}
      </ButtonLink>
      <ButtonLink {...look} to="/devices/$deviceId" params={params} leftSection={<IconPencil size={15} />}>
        {t('card.edit')}
      </ButtonLink>
      {may('devices.edit') && (
        <Button {...look} leftSection={<IconShare size={15} />} onClick={() => setIsSharing(true)}>
          {t('card.share')}
        </Button>
      )}
      {may('commands.send') && (
        <ButtonLink
          {...look}
          to="/devices/$deviceId"
          params={params}
          search={{ tab: 'commands' }}
          leftSection={<IconSend size={15} />}
        >
          {t('card.command')}
        </ButtonLink>
      )}
      <Suspense>
        {isSharing && <ShareDialog device={id} deviceName={name} onClose={() => setIsSharing(false)} />}
      </Suspense>
    </div>
  )
}
