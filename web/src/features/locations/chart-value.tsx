import { useFormat } from '../../ui/use-format.ts'
import type { ChartName } from './chart-data.ts'
import { chartUnits, columnOf } from './chart-data.ts'
import type { Playback } from './playback.ts'
import type { Track } from './track.ts'
import { indexAt } from './track.ts'
import { usePlaybackState } from './use-playback.ts'

/** The value of the chart at the cursor. */
export function ChartValue({ name, track, playback }: { name: ChartName; track: Track; playback: Playback }) {
  const format = useFormat()
  const value = usePlaybackState(
    playback,
    ({ atMs }) => columnOf(track, name)?.[Math.max(0, indexAt(track, atMs))],
  )
  if (value === undefined || Number.isNaN(value)) return null
  if (name === 'speed') return <b>{format.speed(value)}</b>
  return (
    <b>
      {format.number(value, { maximumFractionDigits: 1 })} {chartUnits[name]}
    </b>
  )
}
