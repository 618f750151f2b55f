// A page without the map: settings and editors.

import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './page.module.css'
import { useTitle } from './use-title.ts'

export interface PageProps {
  title: string
  /** A short description, or a link back. */
  subtitle?: ReactNode
  actions?: ReactNode
  /** For tables: takes the whole width. */
  isWide?: boolean
  children: ReactNode
}

export function Page({ title, subtitle, actions, isWide = false, children }: PageProps) {
  useTitle(title)
  return (
    <main className={styles.page}>
      <Stack gap="lg" className={styles.column} data-wide={isWide}>
        <Group justify="space-between" align="flex-start" gap="md">
          <Stack gap={4} className={styles.words}>
            <Title order={1} size="h3">
              {title}
            </Title>
            {subtitle && (
              <Text c="dimmed" size="sm">
                {subtitle}
              </Text>
            )}
          </Stack>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
        {children}
      </Stack>
    </main>
  )
}
