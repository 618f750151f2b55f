import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './section.module.css'

/** A section of a settings page, with a description. */
export function Section({
  title,
  description,
  children,
}: {
  title: string
  description?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.words}>
        <Title order={2} size="h5" id={id}>
          {title}
        </Title>
        {description && (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        )}
      </div>
      <Stack className={styles.body ?? ''}>{children}</Stack>
    </section>
  )
}
