// Shows the progress of long work with several steps.

import type { Progress } from '@rastro/cli/progress'
import { startProgress } from '@rastro/cli/progress'
import type { OnProgress } from '../operations/backup/take.ts'

export async function showSteps<T>(
  json: boolean | undefined,
  work: (say: OnProgress) => Promise<T>,
): Promise<T> {
  let shown: { step: string; progress: Progress } | undefined
  const say: OnProgress = (step, done, total) => {
    if (shown?.step !== step) {
      shown?.progress.end()
      shown = { step, progress: startProgress(step.padEnd(34), { json: json ?? false }) }
    }
    shown.progress.at(done, total)
  }
  try {
    return await work(say)
  } finally {
    shown?.progress.end()
  }
}

export function sizeOf(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
