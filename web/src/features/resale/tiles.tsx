import { Group, Paper, Text } from '@mantine/core'
import { useFormat } from '../../ui/use-format.ts'

export interface Tile {
  label: string
  value: number
  /** Instead of the number. */
  text?: string
}

/** Numbers with their names. */
export function Tiles({ tiles }: { tiles: Tile[] }) {
  const format = useFormat()
  return (
    <Group gap="sm" renderRoot={(props) => <dl {...props} />} m={0}>
      {tiles.map(({ label, value, text }) => (
        <Paper key={label} withBorder px="md" py="xs">
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0} fw={650} size="lg">
            {text ?? format.number(value)}
          </Text>
        </Paper>
      ))}
    </Group>
  )
}
