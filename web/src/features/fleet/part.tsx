import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './fleet.module.css'

export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <Title order={2} size="h5" id={id}>
        {title}
      </Title>
      {children}
    </section>
  )
}
