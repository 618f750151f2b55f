// The groups, geofences and contacts that a rule can use.

import type { Contact, Geofence, Group } from '@rastro/client'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { rastro } from '../../session/session.ts'
import { useDeviceNames } from '../../ui/use-device-names.ts'
import type { Names } from './rule-sentence.ts'

const maxOptions = 1_000
const staleTime = 60_000

export interface Links {
  groups: Group[]
  geofences: Geofence[]
  contacts: Contact[]
}

export function useLinks(): Links {
  const groups = useQuery({
    queryKey: ['groups'],
    queryFn: () => rastro.get('/api/groups', { query: { limit: maxOptions } }),
    staleTime,
  })
  const geofences = useQuery({
    queryKey: ['geofences', 'all'],
    queryFn: () => rastro.get('/api/geofences', { query: { limit: maxOptions } }),
    staleTime,
  })
  const contacts = useQuery({
    queryKey: ['contacts', 'all'],
    queryFn: () => rastro.get('/api/contacts', { query: { limit: maxOptions } }),
    staleTime,
  })
  return {
    groups: groups.data?.groups ?? [],
    geofences: geofences.data?.geofences ?? [],
    contacts: contacts.data?.contacts ?? [],
  }
}

export function useNames({ groups, geofences }: Links, devices: readonly string[]): Names {
  const device = useDeviceNames(devices)
  return useMemo(() => {
    const groupNames = new Map(groups.map(({ id, name }) => [id, name]))
    const geofenceNames = new Map(geofences.map(({ id, name }) => [id, name]))
    return { device, group: (id) => groupNames.get(id), geofence: (id) => geofenceNames.get(id) }
  }, [groups, geofences, device])
}
