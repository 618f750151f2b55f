// Dialogs that open above every view, and what the page does for this device. Their code is loaded after the first list, before the connection may be lost.

import { useHotkeys } from '@mantine/hooks'
import { spotlight } from '@mantine/spotlight'
import { lazy, useEffect, useState } from 'react'
import { useFleetState } from '../live/use-fleet.tsx'
import { usePasswordRequest } from '../session/recent-sign-in.ts'
import { supportSessionId } from '../session/support-session.ts'
import { inBackground } from '../ui/in-background.ts'
import { LatePart } from '../ui/late-part.tsx'
import { loadShortcutSheet, Shortcuts } from './shortcuts.tsx'

const CommandPalette = lazy(async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
}))
const loadConfirmPassword = () => import('../session/confirm-password.tsx')
const ConfirmPassword = lazy(async () => ({ default: (await loadConfirmPassword()).ConfirmPassword }))

/** After what the view itself loads. */
const servicesAfterMs = 3_000
const DeviceServices = lazy(async () => ({
  default: (await import('../device-services/device-services.tsx')).DeviceServices,
}))

export function Dialogs() {
  const hasList = useFleetState(({ isLoading }) => !isLoading)
  useEffect(() => {
    if (hasList) inBackground(Promise.all([loadShortcutSheet(), loadConfirmPassword()]))
  }, [hasList])
  return (
    <>
      <Palette hasList={hasList} />
      <Shortcuts />
      <Password />
      <Services hasList={hasList} />
    </>
  )
}

function Palette({ hasList }: { hasList: boolean }) {
  const [isWanted, setIsWanted] = useState(false)
  useHotkeys([
    [
      'mod+K',
      () => {
        setIsWanted(true)
        spotlight.toggle()
      },
    ],
  ])
  return <LatePart>{(hasList || isWanted) && <CommandPalette />}</LatePart>
}

/** Not for visitors: notifications and kept positions belong to users. */
function Services({ hasList }: { hasList: boolean }) {
  const [isTime, setIsTime] = useState(false)
  useEffect(() => {
    if (!hasList || supportSessionId) return
    const timer = setTimeout(() => setIsTime(true), servicesAfterMs)
    return () => clearTimeout(timer)
  }, [hasList])
  return <LatePart>{isTime && <DeviceServices />}</LatePart>
}

function Password() {
  const request = usePasswordRequest()
  const [wasAsked, setWasAsked] = useState(false)
  // Stays, so that it fades out.
  if (request && !wasAsked) setWasAsked(true)
  return <LatePart>{wasAsked && <ConfirmPassword request={request} />}</LatePart>
}
