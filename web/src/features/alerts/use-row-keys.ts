import { useHotkeys } from '@mantine/hooks'
import { usePreferences } from '../../session/preferences.ts'
import type { AlertAction } from '../../shell/alert-actions.tsx'
import { useUnlessG } from '../../ui/use-unless-g.ts'

interface RowKeys {
  move(by: number): void
  act(action: AlertAction): void
}

export function useRowKeys({ move, act }: RowKeys): void {
  const { letterShortcuts } = usePreferences()
  const unlessG = useUnlessG()
  const letters: [string, () => void][] = [
    ['j', () => move(1)],
    ['k', () => move(-1)],
    ['e', unlessG(() => act('acknowledge'))],
    ['r', unlessG(() => act('resolve'))],
  ]
  useHotkeys(letterShortcuts ? letters : [])
}
