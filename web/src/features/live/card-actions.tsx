import { Button } from '@mantine/core'
import { IconHistory, IconPencil, IconSend, IconShare } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../session/use-me.ts'
import styles from './device-card.module.css'

/** The ways from a device on the map to all that is known of it. */
export function CardActions({ id }: { id: string }) {
  const { t } = useTranslation('live')
  const may = useMay()
  const actions = [
    { name: 'history', icon: IconHistory, to: `/history/${id}`, search: {} },
    { name: 'edit', icon: IconPencil, to: `/devices/${id}`, search: {} },
    { name: 'share', icon: IconShare, to: '/settings/shares', search: { device: id } },
    ...(may('commands.send')
      ? [{ name: 'command', icon: IconSend, to: `/devices/${id}`, search: { tab: 'commands' } }]
      : []),
  ]
  return (
    <div className={styles.actions}>
      {actions.map(({ name, icon: Icon, to, search }) => (
        <Button
          key={name}
          component={Link}
          to={to as never}
          search={search as never}
          size="xs"
          variant="light"
          px="xs"
          leftSection={<Icon size={15} />}
        >
          {t(`card.${name}`)}
        </Button>
      ))}
    </div>
  )
}
