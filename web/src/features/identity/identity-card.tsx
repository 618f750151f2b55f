// The frame of all pages of this feature: a title, what happened, and what to do.

import { Paper, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AnchorLink } from '../../ui/links.tsx'
import { useTitle } from '../../ui/use-title.ts'
import styles from './identity-card.module.css'

interface IdentityCardProps {
  title: string
  hint?: string | undefined
  state?: 'done' | 'gone' | undefined
  children?: ReactNode
}

export function IdentityCard({ title, hint, state, children }: IdentityCardProps) {
  const { t } = useTranslation('identity')
  useTitle(title)
  return (
    <main className={styles.page}>
      <Paper className={styles.card} withBorder p="xl" radius="lg">
        <Stack>
          <Stack gap="xs" role="status">
            {state === 'done' && (
              <IconCircleCheck size={36} stroke={1.4} color="var(--mantine-color-green-filled)" aria-hidden />
            )}
            {state === 'gone' && <IconLinkOff size={36} stroke={1.4} aria-hidden />}
            <Title order={1} size="h2">
              {title}
            </Title>
            {hint && <Text size="sm">{hint}</Text>}
          </Stack>
          {children}
          <AnchorLink to="/sign-in" size="sm">
            {t('toSignIn')}
          </AnchorLink>
        </Stack>
      </Paper>
    </main>
  )
}

/** A link that was used, expired or replaced; the server does not distinguish. */
export function GoneCard({ hint }: { hint: string }) {
  const { t } = useTranslation('identity')
  return <IdentityCard state="gone" title={t('gone')} hint={hint} />
}
