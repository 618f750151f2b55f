// A summary of the warnings and errors in the logs of an experiment's processes.

import { existsSync, readFileSync } from 'node:fs'

/** Warnings and errors, most frequent first. */
export function warningsOf(files: [name: string, file: string][]): string[] {
  const counts = new Map<string, number>()
  for (const [name, file] of files) {
    if (!existsSync(file)) continue
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const warning = warningOf(line)
      if (warning) counts.set(`${name}: ${warning}`, (counts.get(`${name}: ${warning}`) ?? 0) + 1)
    }
  }
  return [...counts].sort((left, right) => right[1] - left[1]).map(([text, count]) => `${count} × ${text}`)
}

function warningOf(line: string): string | undefined {
  if (line.startsWith('---')) return line
  if (!line.startsWith('{')) return line.trim() === '' || line.startsWith('    at ') ? undefined : line
  const { level, msg, err, danger } = JSON.parse(line)
  if (level === 'info' || level === 30 || level === 'debug' || danger) return undefined
  return err ? `${msg} (${err.code ?? ''} ${err.message})` : msg
}
