import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './section.module.css'

/** A part of a page of settings, with what it is for. */
export function Section({ title, says, children }: { title: string; says?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.words}>
        <Title order={2} size="h5" id={id}>
          {title}
        </Title>
        {says && (
          <Text size="sm" c="dimmed">
            {says}
          </Text>
        )}
      </div>
      <Stack className={styles.body ?? ''}>{children}</Stack>
    </section>
  )
}
