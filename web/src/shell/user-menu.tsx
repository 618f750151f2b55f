// The user's corner at the end of the rail: who is signed in, display choices, help, and sign-out.

import { Popover, UnstyledButton } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../session/use-me.ts'
import styles from './shell.module.css'

const UserMenuContent = lazy(async () => ({
  default: (await import('./user-menu-content.tsx')).UserMenuContent,
}))

export function UserMenu() {
  const { t } = useTranslation('shell')
  const me = useMe()
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  const [isOpen, { toggle, close }] = useDisclosure()
  const name = me?.name || me?.userName || ''
  return (
    <Popover
      opened={isOpen}
      onChange={(isWanted) => !isWanted && close()}
      position={isPhone ? 'top-end' : 'right-end'}
      width={300}
      // Its content arrives after it has opened, and may not fit at first.
      floatingStrategy="fixed"
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <UnstyledButton
          className={styles.entry}
          aria-label={name ? `${t('userMenu.label')}: ${name}` : t('userMenu.label')}
          onClick={toggle}
        >
          <span className={styles.initials} data-text={initialsOf(name)} />
          <span className={styles.label}>{t('userMenu.label')}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('userMenu.label')}>
        <Suspense>
          <UserMenuContent onDone={close} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

/** "Marta Iglesias" is MI, "marta@example.com" M. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '')
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.[0]?.toUpperCase() ?? '')
    .join('')
}
