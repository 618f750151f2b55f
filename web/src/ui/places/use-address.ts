// The street address of a point, by the operator's geocoder, if there is one. Each lookup may leave the installation, so
// one is made when a card is opened, and another only by a click after the device has moved on.

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { directionOf, metresBetween } from '../../live/globe.ts'
import { usePreferences } from '../../session/preferences.ts'
import { rastro } from '../../session/session.ts'

interface Point {
  latitude: number
  longitude: number
}

interface ShownAddress {
  /** Undefined until it is known, if there is none, and after the device has moved on. */
  text: string | undefined
  /** Looks it up where the device is now. */
  renew: (() => void) | undefined
}

/** For those who step through a list with the arrow keys. */
const settleMs = 600
const movedM = 100
const keptMs = 5 * 60_000
/** A geocoder that failed may be back. */
const noneKeptMs = 30_000
/** The server waits for the geocoder a little longer. Without a geocoder it answers at once. */
const lateMs = 700
const againAfterMs = 2_500

/** Of one device or point: use it in a component with a key. */
export function useAddress(at: Point | undefined): ShownAddress {
  const { language } = usePreferences()
  const [asked, setAsked] = useState<Point>()
  const current = useRef(at)
  current.current = at
  const isKnown = at !== undefined
  useEffect(() => {
    if (!isKnown) return
    const timer = setTimeout(() => setAsked(current.current), settleMs)
    return () => clearTimeout(timer)
  }, [isKnown])
  const { data } = useQuery({
    queryKey: ['address', language, asked?.latitude.toFixed(4), asked?.longitude.toFixed(4)],
    queryFn: ({ signal }) => readAddress(asked!, signal),
    enabled: asked !== undefined,
    staleTime: ({ state }) => (state.data ? keptMs : noneKeptMs),
    gcTime: keptMs,
    refetchOnWindowFocus: false,
    retry: false,
  })
  if (!data || !asked || !at) return { text: undefined, renew: undefined }
  const hasMoved = metresBetween(pointOf(asked), pointOf(at)) > movedM
  return hasMoved ? { text: undefined, renew: () => setAsked(at) } : { text: data, renew: undefined }
}

const pointOf = ({ latitude, longitude }: Point) => directionOf(longitude, latitude)

async function readAddress({ latitude, longitude }: Point, signal: AbortSignal): Promise<string | null> {
  const read = async () => {
    const query = { latitude, longitude }
    const { address } = await rastro.get('/api/places/reverse', { query, signal })
    return address?.text ?? null
  }
  const beganMs = performance.now()
  const first = await read()
  if (first !== null || performance.now() - beganMs < lateMs) return first
  // The geocoder was too slow for this response. The server keeps its answer for the next one.
  await new Promise((resolve) => setTimeout(resolve, againAfterMs))
  signal.throwIfAborted()
  return read()
}
