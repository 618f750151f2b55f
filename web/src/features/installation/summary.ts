// What is wrong now, in the order of its weight.

import type { InstallationHealth } from '@rastro/client'

export interface Fault {
  key: 'missing' | 'notReady' | 'slow' | 'log' | 'messages' | 'noBackup' | 'oldBackup' | 'versions'
  values: Record<string, string | number>
}

const slowMs = 100
const logLateSeconds = 30
const messagesLateSeconds = 60
const backupDays = 2
const dayMs = 86_400_000

export function summaryOf({ processes, backups }: InstallationHealth, nowMs: number): Fault[] {
  const faults: Fault[] = []
  const add = (key: Fault['key'], values: Fault['values'] = {}) => faults.push({ key, values })
  for (const { role, host, state, unavailable } of processes) {
    if (state === 'missing') add('missing', { role, host })
    if (state === 'notReady') add('notReady', { role, host, what: unavailable.join(', ') })
  }
  const running = processes.filter(({ state }) => state !== 'missing')
  for (const { role, host, eventLoopMs } of running)
    if (eventLoopMs > slowMs) add('slow', { role, host, ms: Math.round(eventLoopMs) })
  const worst = (name: 'logOldestSeconds' | 'messagesOldestSeconds') =>
    Math.round(Math.max(0, ...running.map(({ measures }) => measures[name] ?? 0)))
  if (worst('logOldestSeconds') > logLateSeconds) add('log', { seconds: worst('logOldestSeconds') })
  if (worst('messagesOldestSeconds') > messagesLateSeconds)
    add('messages', { seconds: worst('messagesOldestSeconds') })
  if (backups.length === 0) add('noBackup')
  for (const { takenAt } of backups) {
    const days = Math.floor((nowMs - Date.parse(takenAt)) / dayMs)
    if (days >= backupDays) add('oldBackup', { days })
  }
  const versions = [...new Set(running.map(({ version }) => version))]
  if (versions.length > 1) add('versions', { versions: versions.join(', ') })
  return faults
}
