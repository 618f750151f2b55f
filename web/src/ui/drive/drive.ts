// The one simulated drive of this page. It goes on while the user looks at other views, and ends with the page.

import { useSyncExternalStore } from 'react'
import { inBackground } from '../in-background.ts'
import type { Center, DrivePosition } from './drive-route.ts'
import { driveMs, drivePosition } from './drive-route.ts'

export interface Drive {
  deviceId: string
  isDriving: boolean
  error?: unknown
}

export type Report = (deviceId: string, position: DrivePosition) => Promise<unknown>

const stepMs = 3_000
const listeners = new Set<() => void>()
let drive: Drive | undefined
let timer: ReturnType<typeof setTimeout> | undefined
/** A step of an earlier drive that is still being sent must not go on. */
let number = 0

function set(next: Drive | undefined): void {
  drive = next
  for (const listener of listeners) listener()
}

export function startDrive(deviceId: string, center: Center, report: Report): void {
  clearTimeout(timer)
  number += 1
  const current = number
  const startedMs = Date.now()
  set({ deviceId, isDriving: true })
  async function step(): Promise<void> {
    const elapsedMs = Date.now() - startedMs
    try {
      await report(deviceId, drivePosition(center, elapsedMs))
    } catch (error) {
      if (current === number) set({ deviceId, isDriving: false, error })
      return
    }
    if (current !== number) return
    if (elapsedMs >= driveMs) set({ deviceId, isDriving: false })
    else timer = setTimeout(() => inBackground(step()), stepMs)
  }
  inBackground(step())
}

export function stopDrive(): void {
  clearTimeout(timer)
  number += 1
  if (drive) set({ deviceId: drive.deviceId, isDriving: false })
}

export function getDrive(): Drive | undefined {
  return drive
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useDrive(): Drive | undefined {
  return useSyncExternalStore(subscribe, getDrive)
}
