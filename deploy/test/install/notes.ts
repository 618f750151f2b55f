// What a run measured, printed at its end.

const notes: [string, string][] = []

export const note = (subject: string, value: string): void => {
  notes.push([subject, value])
}

export function printNotes(): void {
  const width = Math.max(...notes.map(([subject]) => subject.length))
  const lines = notes.map(([subject, value]) => `${subject.padEnd(width)}  ${value}\n`)
  process.stdout.write(lines.join(''))
}
