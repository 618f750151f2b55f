import type { Device } from '@rastro/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { session } from '../../../session/session.ts'

/** The address of the photo in this page. An <img> cannot send the token, so the bytes are fetched. */
export function usePhoto({ id, photoUpdatedAt }: Pick<Device, 'id' | 'photoUpdatedAt'>): string | undefined {
  const { data } = useQuery({
    // Not below the device, which is read again when its photo is removed.
    queryKey: ['photos', id, photoUpdatedAt],
    queryFn: () => readPhoto(id),
    enabled: photoUpdatedAt !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!data || photoUpdatedAt === null) return setUrl(undefined)
    const made = URL.createObjectURL(data)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [data, photoUpdatedAt])
  return url
}

async function readPhoto(id: string): Promise<Blob> {
  const answer = await fetch(`/api/devices/${encodeURIComponent(id)}/photo`, {
    headers: { authorization: `Bearer ${await session.token()}` },
  })
  if (!answer.ok) throw new Error(`the photo was not returned: ${answer.status}`)
  return answer.blob()
}
