// Questions to whoever sits at the terminal; in a script the answers come by standard input.

import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { UsageError } from './failure.ts'

export function isAtTerminal(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true
}

export function ask(question: string): Promise<string> {
  return answerTo(question, false)
}

/** What is typed is not shown. Without a terminal it is what standard input holds. */
export async function askSecret(question: string): Promise<string> {
  return isAtTerminal() ? answerTo(question, true) : (await text(process.stdin)).trim()
}

/** What cannot be undone is done only by who means it. */
export async function requireConsent(question: string, { yes }: { yes?: boolean }): Promise<void> {
  if (yes) return
  if (!isAtTerminal()) throw new UsageError(`${question} Add --yes to do it without being asked.`)
  if (!/^y(es)?$/i.test(await ask(`${question} (y/N) `))) throw new UsageError('Nothing was done.')
}

function answerTo(question: string, isSecret: boolean): Promise<string> {
  process.stderr.write(question)
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({
    input: process.stdin,
    output: isSecret ? silence : process.stderr,
    terminal: process.stdin.isTTY === true,
  })
  return new Promise((resolve, reject) => {
    lines.once('line', (line) => {
      resolve(line.trim())
      lines.close()
    })
    lines.once('close', () => {
      if (isSecret) process.stderr.write('\n')
      reject(new UsageError('Nothing was answered.'))
    })
  })
}
