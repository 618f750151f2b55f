// Progress of long work. It goes to standard error, so that the output of a command stays clean.

export interface Progress {
  /** `total` is omitted if it is unknown. */
  at(done: number, total?: number): void
  end(): void
}

const barCells = 24
const redrawMs = 100
/** Without a terminal, as in a log, an occasional line is enough. */
const lineMs = 10_000

export function startProgress(label: string, { json }: { json?: boolean } = {}): Progress {
  if (json) return { at() {}, end() {} }
  const isTerminal = process.stderr.isTTY === true
  const began = performance.now()
  let shownAt = isTerminal ? Number.NEGATIVE_INFINITY : began
  let last = ''
  const show = () => process.stderr.write(isTerminal ? `\r\x1b[K${last}` : `${last}\n`)
  return {
    at(done, total) {
      const now = performance.now()
      last = `${label} ${describe(done, total, (now - began) / 1_000)}`
      if (now - shownAt < (isTerminal ? redrawMs : lineMs)) return
      shownAt = now
      show()
    },
    end() {
      if (last) show()
      if (last && isTerminal) process.stderr.write('\n')
    },
  }
}

export function describe(done: number, total: number | undefined, seconds: number): string {
  const rate = seconds > 0.5 ? `, ${Math.round(done / seconds)}/s` : ''
  if (!total) return `${done}${rate}`
  const share = Math.min(1, done / total)
  const full = Math.round(share * barCells)
  const left =
    share > 0 && share < 1 && seconds > 2 ? `, ${Math.ceil((seconds / share) * (1 - share))} s left` : ''
  return `${'█'.repeat(full)}${'░'.repeat(barCells - full)} ${Math.floor(share * 100)} % (${done} of ${total}${rate}${left})`
}
