// Where the user is, as long as somebody looks. The browser asks for permission, and the position never leaves it.

import { useSyncExternalStore } from 'react'

export interface OwnPosition {
  latitude: number
  longitude: number
  accuracyM: number
}

export type OwnPositionState =
  | { kind: 'off' }
  | { kind: 'searching' }
  | { kind: 'found'; position: OwnPosition }
  | { kind: 'refused' }
  | { kind: 'failed' }

const options: PositionOptions = { enableHighAccuracy: true, maximumAge: 10_000, timeout: 30_000 }
const listeners = new Set<() => void>()
let state: OwnPositionState = { kind: 'off' }
let watch: number | undefined

export const canLocate = 'geolocation' in navigator

function change(next: OwnPositionState): void {
  state = next
  for (const listener of listeners) listener()
}

export function locate(): void {
  if (watch !== undefined) return
  change({ kind: 'searching' })
  watch = navigator.geolocation.watchPosition(
    ({ coords: { latitude, longitude, accuracy } }) =>
      change({ kind: 'found', position: { latitude, longitude, accuracyM: accuracy } }),
    ({ code, PERMISSION_DENIED }) => {
      const isRefused = code === PERMISSION_DENIED
      // A tunnel: the last position is still the best one.
      if (!isRefused && state.kind === 'found') return
      stopLocating()
      change({ kind: isRefused ? 'refused' : 'failed' })
    },
    options,
  )
}

export function stopLocating(): void {
  if (watch !== undefined) navigator.geolocation.clearWatch(watch)
  watch = undefined
  change({ kind: 'off' })
}

export function useOwnPosition(): OwnPositionState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
}
