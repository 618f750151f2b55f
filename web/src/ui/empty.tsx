// An empty state: what this is, why it is empty, and what to do about it.

import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

export interface EmptyProps {
  icon?: ReactNode
  title: string
  description: ReactNode
  action?: ReactNode
}

export function Empty({ icon, title, description, action }: EmptyProps) {
  return (
    <Stack align="center" gap="xs" px="md" py={40} ta="center" role="status">
      {icon}
      <Text fw={600}>{title}</Text>
      <Text c="dimmed" size="sm" maw={360}>
        {description}
      </Text>
      {action}
    </Stack>
  )
}
