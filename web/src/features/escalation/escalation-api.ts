// The data of escalation policies and on-call schedules.

import { useQuery } from '@tanstack/react-query'
import { rastro } from '../../session/session.ts'

const maxOptions = 1_000
export const policiesKey = ['escalationPolicies']
export const schedulesKey = ['onCallSchedules']

export function usePolicies() {
  return useQuery({
    queryKey: policiesKey,
    queryFn: async () =>
      (await rastro.get('/api/escalationPolicies', { query: { limit: maxOptions } })).escalationPolicies,
  })
}

export function useSchedules() {
  return useQuery({
    queryKey: schedulesKey,
    queryFn: async () =>
      (await rastro.get('/api/onCallSchedules', { query: { limit: maxOptions } })).onCallSchedules,
  })
}

/** Contacts, and users who have some, as options of a list. */
export function usePeople() {
  const contacts = useQuery({
    queryKey: ['contacts', 'all'],
    queryFn: () => rastro.get('/api/contacts', { query: { limit: maxOptions } }),
    staleTime: 60_000,
  })
  const known = contacts.data?.contacts ?? []
  return {
    contacts: known,
    options: known.map(({ id, name, address }) => ({ value: id, label: `${name} · ${address}` })),
    nameOf: (id: string) => known.find((one) => one.id === id)?.name ?? id,
  }
}
