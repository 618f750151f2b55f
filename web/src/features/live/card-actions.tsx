import { IconHistory, IconPencil, IconSend, IconShare } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../session/use-me.ts'
import { ButtonLink } from '../../ui/links.tsx'
import styles from './device-card.module.css'

const look = { size: 'xs', variant: 'light', px: 'xs' } as const

/** Links from a device on the map to its pages. */
export function CardActions({ id }: { id: string }) {
  const { t } = useTranslation('live')
  const may = useMay()
  const params = { deviceId: id }
  return (
    <div className={styles.actions}>
      <ButtonLink {...look} to="/history/$deviceId" params={params} leftSection={<IconHistory size={15} />}>
        {t('card.history')}
      </ButtonLink>
      <ButtonLink {...look} to="/devices/$deviceId" params={params} leftSection={<IconPencil size={15} />}>
        {t('card.edit')}
      </ButtonLink>
      <ButtonLink
        {...look}
        to="/settings/shares"
        search={{ device: id }}
        leftSection={<IconShare size={15} />}
      >
        {t('card.share')}
      </ButtonLink>
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
    </div>
  )
}
