// Creates a share link of one device and shows it, without leaving the map.

import { useRef, useState } from 'react'
import { CreateShare } from './create-share.tsx'
import { ShareLink } from './share-link.tsx'

interface ShareDialogProps {
  device: string
  deviceName: string
  onClose(): void
}

export function ShareDialog({ device, deviceName, onClose }: ShareDialogProps) {
  const [createdId, setCreatedId] = useState<string>()
  const isMade = useRef(false)
  if (createdId) return <ShareLink shareId={createdId} onClose={onClose} />
  return (
    <CreateShare
      devices={[device]}
      name={deviceName}
      onMade={(id) => {
        isMade.current = true
        setCreatedId(id)
      }}
      // The form closes itself once the link is made; then the link is shown instead.
      onClose={() => isMade.current || onClose()}
    />
  )
}
