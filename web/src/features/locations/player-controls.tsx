import { ActionIcon, SegmentedControl, Switch, Tooltip } from '@mantine/core'
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Playback, Rate } from './playback.ts'
import { rates } from './playback.ts'
import styles from './player.module.css'
import { usePlaybackState } from './use-playback.ts'

export function PlayerControls({ playback }: { playback: Playback }) {
  const { t } = useTranslation('locations')
  const isPlaying = usePlaybackState(playback, (state) => state.isPlaying)
  const rate = usePlaybackState(playback, (state) => state.rate)
  const skipsStops = usePlaybackState(playback, (state) => state.skipsStops)
  const PlayIcon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled
  return (
    <>
      <Tooltip label={t('player.previous')} openDelay={400}>
        <ActionIcon
          variant="default"
          size={34}
          aria-label={t('player.previous')}
          onClick={() => playback.toStop(-1)}
        >
          <IconPlayerSkipBack size={17} />
        </ActionIcon>
      </Tooltip>
      <ActionIcon
        size={38}
        radius="xl"
        aria-label={isPlaying ? t('player.pause') : t('player.play')}
        aria-keyshortcuts="Space"
        onClick={playback.toggle}
      >
        <PlayIcon size={18} />
      </ActionIcon>
      <Tooltip label={t('player.next')} openDelay={400}>
        <ActionIcon
          variant="default"
          size={34}
          aria-label={t('player.next')}
          onClick={() => playback.toStop(1)}
        >
          <IconPlayerSkipForward size={17} />
        </ActionIcon>
      </Tooltip>
      <SegmentedControl
        size="xs"
        aria-label={t('player.rate')}
        value={String(rate)}
        data={rates.map((one) => ({ value: String(one), label: `${one}×` }))}
        onChange={(value) => playback.setRate(Number(value) as Rate)}
      />
      <Switch
        size="sm"
        aria-label={t('player.skip')}
        label={<span className={styles.word}>{t('player.skip')}</span>}
        checked={skipsStops}
        onChange={({ currentTarget }) => playback.skipStops(currentTarget.checked)}
      />
    </>
  )
}
