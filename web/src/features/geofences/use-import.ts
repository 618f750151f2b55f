// Creates the geofences of a file, a few at a time, and keeps the outcome of each.

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Shape } from '../../live/shape.ts'
import { sentenceOf } from '../../ui/failure.tsx'
import type { Candidate } from './read-features.ts'
import { fromTags, saveGeofence } from './save-geofence.ts'

const concurrency = 3

export type Outcome = { isMade: true } | { isMade: false; message: string }

export function useImport() {
  const { t } = useTranslation('geofences')
  const queries = useQueryClient()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map())
  const [isRunning, setRunning] = useState(false)

  async function run(candidates: { index: number; candidate: Candidate; shape: Shape }[]): Promise<void> {
    const waiting = [...candidates]
    const note = (index: number, outcome: Outcome) =>
      setOutcomes((before) => new Map(before).set(index, outcome))
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { index, candidate, shape } = next
        const { name, description, tags, color } = candidate
        try {
          const about = { name, description: description ?? '', tags: fromTags(tags), color }
          await saveGeofence(undefined, about, shape)
          note(index, { isMade: true })
        } catch (error) {
          note(index, { isMade: false, message: sentenceOf(error, t) })
        }
      }
    }
    setRunning(true)
    await Promise.all(Array.from({ length: concurrency }, work))
    setRunning(false)
    await queries.invalidateQueries({ queryKey: ['geofences'] })
  }
  return { outcomes, isRunning, run, clear: () => setOutcomes(new Map()) }
}
