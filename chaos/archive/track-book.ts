// What every device must have, and what a read of it had instead.

export interface Device {
  id: string
  number: number
  name: string
  accountId: number
  token: string
}

export interface Track {
  /** Stored before anything else happens: in every read. By time in milliseconds. */
  certain: Set<number>
  /** Sent and acknowledged: in every read once the log is drained. */
  acknowledged: Set<number>
  /** Sent: may be in a read, once. */
  sent: Set<number>
}

export interface Wrong {
  lost: number
  doubled: number
  foreign: number
}

export interface TrackBook {
  of(deviceId: string): Track
  /** Compares the times of a read of a period with what it must have. */
  check(
    deviceId: string,
    period: { fromMs: number; toMs: number },
    times: number[],
    isDrained: boolean,
  ): Wrong
}

export function openTrackBook(): TrackBook {
  const tracks = new Map<string, Track>()

  function trackOf(deviceId: string): Track {
    const known = tracks.get(deviceId)
    if (known) return known
    const track: Track = { certain: new Set(), acknowledged: new Set(), sent: new Set() }
    tracks.set(deviceId, track)
    return track
  }

  return {
    of: trackOf,
    check(deviceId, { fromMs, toMs }, times, isDrained) {
      const { certain, acknowledged, sent } = trackOf(deviceId)
      const seen = new Set(times)
      let lost = 0
      for (const wanted of isDrained ? [certain, acknowledged] : [certain])
        for (const ms of wanted) if (ms >= fromMs && ms < toMs && !seen.has(ms)) lost += 1
      let foreign = 0
      for (const ms of seen) if (!certain.has(ms) && !sent.has(ms)) foreign += 1
      return { lost, doubled: times.length - seen.size, foreign }
    },
  }
}
